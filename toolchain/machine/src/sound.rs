//! The sound of the machine as samples.

use crate::machine::Machine;

impl Machine {
    /// Returns the sound since the last call: [`Config::sound`](crate::Config::sound) samples per second of the C64, mostly from -1 to 1;
    /// empty if that is not set. Call it from time to time, because the sound takes memory.
    pub fn take_samples(&mut self) -> Vec<f32> {
        self.cpu.memory.sid.take_samples(self.cpu.memory.now)
    }

    /// Changes [`Config::sound`](crate::Config::sound) from now on. Samples that have not been taken are lost.
    pub fn set_sound(&mut self, rate: Option<u32>) {
        self.config.sound = rate;
        self.cpu.memory.sid.set_sound(self.config.standard, rate, self.cpu.memory.now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::vic::VideoStandard;

    /// A note on voice 1, and a loop.
    const NOTE: [u8; 23] = [
        0xa9, 0x0f, 0x8d, 0x18, 0xd4, //  LDA #15, STA $D418
        0xa9, 0xf0, 0x8d, 0x06, 0xd4, //  LDA #$F0, STA $D406
        0x8d, 0x01, 0xd4, //              STA $D401
        0xa9, 0x11, 0x8d, 0x04, 0xd4, //  LDA #17, STA $D404
        0xe6, 0x02, //                    INC $02
        0x4c, 0x34, 0x08, //              JMP $0834
    ];

    fn machine(sound: Option<u32>, standard: VideoStandard) -> Machine {
        let mut machine = Machine::new(Config { sound, standard, ..Config::default() });
        machine.load_bytes(0x0820, &NOTE).unwrap();
        let registers = crate::Registers { pc: 0x0820, ..machine.registers() };
        machine.set_registers(registers);
        machine
    }

    fn second(machine: &mut Machine, standard: VideoStandard) -> Vec<f32> {
        let end = machine.cycles() + standard.cycles_per_second();
        while machine.cycles() < end {
            machine.run_for(end - machine.cycles()).unwrap();
        }
        machine.take_samples()
    }

    #[test]
    fn a_second_has_as_many_samples_as_asked_for() {
        for standard in [VideoStandard::Pal, VideoStandard::Ntsc] {
            let mut machine = machine(Some(44_100), standard);
            let samples = second(&mut machine, standard);
            assert!((44_090..44_110).contains(&samples.len()), "{}", samples.len());
            assert!(samples.iter().any(|sample| *sample > 0.1));
        }
    }

    #[test]
    fn sound_can_be_switched_on_while_a_note_is_held_and_costs_no_cycle() {
        let mut machines = [None, Some(48_000)].map(|rate| machine(rate, VideoStandard::Pal));
        let heard = machines.each_mut().map(|machine| second(machine, VideoStandard::Pal));
        assert!(heard[0].is_empty());
        assert_eq!(machines[0].cycles(), machines[1].cycles());
        machines[0].set_sound(Some(22_050));
        let late = second(&mut machines[0], VideoStandard::Pal);
        assert!((22_040..22_060).contains(&late.len()) && late.iter().any(|sample| *sample > 0.1));
        machines[0].set_sound(None);
        assert!(second(&mut machines[0], VideoStandard::Pal).is_empty());
    }
}
