//! Renders the manuals as self-contained web pages: the documents with their pictures, and the texts on the disk.

use std::path::Path;

use anyhow::{Context, Result};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// The documents that are manuals, and their pages.
const DOCUMENTS: [(&str, &str); 2] = [("docs/PLAYING.md", "playing.html"), ("docs/MUSIC.md", "music.html")];
/// The texts on the disk, and their pages.
const TEXTS: [(&str, &str, &str); 2] =
    [("disk/manual.txt", "manual-en.html", "en"), ("disk/manual-es.txt", "manual-es.html", "es")];

/// A file of the release: its name and contents.
type File = (String, Vec<u8>);

/// Returns the pages and the pictures that they show.
///
/// # Errors
/// A document or picture cannot be read.
pub fn pages(root: &Path) -> Result<Vec<File>> {
    let read = |name: &str| std::fs::read(root.join(name)).with_context(|| format!("cannot read {name}"));
    let text = |name: &str| Ok::<_, anyhow::Error>(String::from_utf8_lossy(&read(name)?).to_string());
    let mut files = Vec::new();
    for (name, page) in DOCUMENTS {
        let body = rendered(&text(name)?);
        for picture in pictures(&body) {
            let file = (picture.clone(), read(&format!("docs/{picture}"))?);
            if !files.contains(&file) {
                files.push(file);
            }
        }
        files.push((page.to_string(), framed("en", &body)));
    }
    for (name, page, language) in TEXTS {
        let body = text(name)?.replace('&', "&amp;").replace('<', "&lt;").replace("\n---\n", "\n\n");
        files.push((page.to_string(), framed(language, &format!("<pre>{body}</pre>"))));
    }
    Ok(files)
}

/// Renders a document as HTML. Links to documents that are not included become plain text.
fn rendered(markdown: &str) -> String {
    let mut inside = false;
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let here = DOCUMENTS
                .iter()
                .find(|(name, _)| Path::new(name).file_name() == Path::new(&*dest_url).file_name());
            let dest_url = match here {
                Some((_, page)) => (*page).into(),
                None if dest_url.contains(':') => dest_url,
                None => {
                    inside = true;
                    return None;
                }
            };
            Some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
        }
        Event::End(TagEnd::Link) if inside => {
            inside = false;
            None
        }
        event => Some(event),
    });
    let mut body = String::new();
    html::push_html(&mut body, events);
    body
}

/// Returns the names of the pictures in a page.
fn pictures(body: &str) -> Vec<String> {
    let sources = body.split("src=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    sources.map(|(name, _)| name.to_string()).filter(|name| !name.contains(':')).collect()
}

fn framed(language: &str, body: &str) -> Vec<u8> {
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>sys2080</title>\n<style>body{{font:16px/1.5 sans-serif;max-width:46rem;margin:2rem \
         auto;padding:0 1rem}}td,th{{padding:.2rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid \
         #ccc}}table{{border-collapse:collapse}}img{{max-width:100%;height:auto}}</style>\n{body}</html>\n"
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manuals_are_whole_pages_with_their_pictures() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let files = pages(&root).unwrap();
        let named = |name: &str| files.iter().find(|file| file.0 == name).map(|file| &file.1);
        let playing = String::from_utf8(named("playing.html").unwrap().clone()).unwrap();
        assert!(playing.contains("<h1>Playing</h1>") && playing.contains("<table>"));
        assert!(playing.contains("href=\"music.html\"") && !playing.contains(".md\""));
        let shown = pictures(&playing);
        assert!(!shown.is_empty() && shown.iter().all(|name| named(name).is_some()), "{shown:?}");
        let spanish = String::from_utf8(named("manual-es.html").unwrap().clone()).unwrap();
        assert!(spanish.starts_with("<!doctype html>\n<html lang=\"es\">"));
    }
}
