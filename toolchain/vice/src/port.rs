//! Reserves a TCP port until VICE listens on it.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::os::fd::OwnedFd;

use rustix::net::{AddressFamily, SocketType, bind, getsockname, socket, sockopt};

use super::ViceError;

/// A port of this computer, reserved by a socket that is bound but does not listen.
///
/// While it exists, the system does not assign the port to programs that ask for any port or that connect to a server. A program that asks
/// for this very port and, like VICE, allows address reuse can still listen on it.
pub(super) struct Port {
    number: u16,
    _socket: OwnedFd,
}

impl Port {
    /// Finds a free port.
    ///
    /// # Errors
    /// The system has no free port.
    pub(super) fn reserve() -> Result<Port, ViceError> {
        let reserved = || {
            let socket = socket(AddressFamily::INET, SocketType::STREAM, None)?;
            sockopt::set_socket_reuseaddr(&socket, true)?;
            bind(&socket, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0))?;
            let address = SocketAddr::try_from(getsockname(&socket)?)?;
            Ok(Port { number: address.port(), _socket: socket })
        };
        reserved().map_err(|error: rustix::io::Errno| {
            ViceError::io("cannot find a free TCP port")(std::io::Error::from(error))
        })
    }

    /// Returns the address on which VICE is to listen.
    pub(super) fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.number))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn many_at_once_have_ports_of_their_own() {
        let reserve = || (0..50).map(|_| Port::reserve().unwrap()).collect::<Vec<_>>();
        let ports: Vec<Port> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(reserve)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        let numbers: BTreeSet<u16> = ports.iter().map(|port| port.number).collect();
        assert_eq!(numbers.len(), 400);
        // Requests for any port get another one.
        let others: Vec<TcpListener> =
            (0..400).map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap()).collect();
        for listener in &others {
            assert!(!numbers.contains(&listener.local_addr().unwrap().port()));
        }
    }

    #[test]
    fn who_asks_for_it_by_its_number_can_listen() {
        let port = Port::reserve().unwrap();
        assert!(TcpStream::connect(port.address()).is_err());
        // Like VICE, the standard library allows address reuse.
        let listener = TcpListener::bind(port.address()).unwrap();
        let client = TcpStream::connect(port.address()).unwrap();
        assert_eq!(listener.accept().unwrap().1, client.local_addr().unwrap());
    }
}
