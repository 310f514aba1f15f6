//! Drives a headless Chromium, so that a test can look at a page as a reader's browser does: open a
//! file, run JavaScript in it, press keys, change the window's width or the colour scheme, take a
//! picture, and ask for everything that went wrong or tried to reach the network.
//!
//! It speaks the DevTools protocol over a pair of pipes, which needs no port and no websocket: each
//! message is JSON ended by a NUL byte. The browser resolves no host name, so a page that reaches
//! out is reported but never answered. Whatever goes wrong here panics, and no wait is longer than
//! `PATIENCE`, so that a test fails with a reason rather than hang.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest that anything is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a closing browser may take before it is killed.
const FAREWELL: Duration = Duration::from_secs(3);

const FLAGS: [&str; 13] = [
    "--headless",
    // Chromium refuses to run as root inside its sandbox, and containers often forbid the sandbox.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // A container's /dev/shm may be too small for a tall page's picture.
    "--disable-dev-shm-usage",
    // The next two keep every request inside the machine. A proxy would resolve names by itself.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-proxy-server",
    // A scroll bar would take its width from the width that a test asked for.
    "--hide-scrollbars",
    "--remote-debugging-pipe",
];

/// The Chromium to test with: the one that the environment variable CHROMIUM names, else the first
/// on PATH under one of its usual names.
///
/// # Panics
///
/// If CHROMIUM names no file, since a test that quietly skipped would hide the mistake.
pub fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = |name: &Path| {
        // Joining an absolute path gives that path, whatever the folder.
        std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
    };
    match std::env::var_os("CHROMIUM").filter(|name| !name.is_empty()) {
        Some(name) => match on_path(Path::new(&name)) {
            None => panic!("CHROMIUM={} is no file", name.display()),
            found => found,
        },
        None => ["chromium", "chromium-browser", "google-chrome", "chrome"]
            .iter()
            .find_map(|name| on_path(Path::new(name))),
    }
}

/// A running browser with one page. Dropping it ends the browser and removes its folder.
pub struct Browser {
    child: Child,
    /// The browser's profile, home and error output, so that it leaves nothing elsewhere.
    folder: PathBuf,
    to: Sender<String>,
    from: Receiver<serde_json::Result<Value>>,
    last_id: u64,
    /// The page's DevTools session.
    session: String,
    /// The loader ids of the documents whose load event has fired.
    loaded: BTreeSet<String>,
    dark: bool,
    print: bool,
    findings: Vec<String>,
}

impl Browser {
    /// Starts the given Chromium (see [`find`]) with an empty page of 1280 by 800 pixels.
    pub fn start(chromium: &Path) -> Browser {
        let folder = new_folder();
        let errors = File::create(folder.join("stderr")).expect("the browser's error file");
        // Chromium reads its orders from descriptor 3 and answers on 4. The shell moves the pipes
        // there, because std can only connect a child's first three descriptors.
        let mut child = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null"#])
            .arg(chromium)
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .env("HOME", &folder)
            .env("XDG_CONFIG_HOME", folder.join("config"))
            .env("XDG_CACHE_HOME", folder.join("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .expect("a shell to start Chromium with");

        // Both pipes are served by threads, since neither a read nor a write of a pipe can be given
        // a time limit. The threads end when the browser or this struct goes.
        let mut stdin = child.stdin.take().expect("a piped stdin");
        let (to, orders) = channel::<String>();
        thread::spawn(move || {
            for order in orders {
                if stdin.write_all(order.as_bytes()).and_then(|()| stdin.write_all(&[0])).is_err() {
                    break;
                }
            }
        });
        let stdout = child.stdout.take().expect("a piped stdout");
        let (answers, from) = channel();
        thread::spawn(move || {
            for message in BufReader::new(stdout).split(0).map_while(Result::ok) {
                if answers.send(serde_json::from_slice(&message)).is_err() {
                    break;
                }
            }
        });

        let mut browser = Browser {
            child,
            folder,
            to,
            from,
            last_id: 0,
            session: String::new(),
            loaded: BTreeSet::new(),
            dark: false,
            print: false,
            findings: Vec::new(),
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", target);
        browser.session = text(&attached["sessionId"]);
        for (method, params) in watching() {
            browser.call(method, params);
        }
        browser.call("Page.enable", json!({}));
        browser.call("Page.setLifecycleEventsEnabled", json!({ "enabled": true }));
        browser.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        browser.resize(1280, 800);
        browser
    }

    /// Opens a file and waits for its load event.
    pub fn open(&mut self, file: &Path) {
        let url = file_url(file);
        let answer = self.call("Page.navigate", json!({ "url": url }));
        if let Some(error) = answer["errorText"].as_str() {
            panic!("{url} did not open: {error}");
        }
        // The events of the document before, or of the empty page, may still be on their way, so
        // only the event of this very document counts.
        let document = text(&answer["loaderId"]);
        let deadline = Instant::now() + PATIENCE;
        while !self.loaded.contains(&document) {
            self.next(deadline, &format!("the load event of {url}"));
        }
    }

    /// The value of a JavaScript expression, or what the promise that it gives resolves to.
    /// `undefined` is null, and numbers that JSON lacks (such as NaN) are strings.
    ///
    /// # Panics
    ///
    /// With the exception's text, if the expression throws or the promise is rejected.
    pub fn eval(&mut self, js: &str) -> Value {
        let params = json!({ "expression": js, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", params);
        if let Some(exception) = answer.get("exceptionDetails") {
            panic!("{}\nin: {}", exception_text(exception), shortened(js));
        }
        let result = &mut answer["result"];
        match result["unserializableValue"].take() {
            Value::Null => result["value"].take(),
            number => number,
        }
    }

    /// Gives the page a viewport of this many CSS pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Whether the reader prefers a dark colour scheme. A new browser's prefers a light one.
    pub fn dark(&mut self, dark: bool) {
        self.dark = dark;
        self.emulate_media();
    }

    /// Whether the page is shown as it is printed (media type `print`).
    pub fn print(&mut self, print: bool) {
        self.print = print;
        self.emulate_media();
    }

    /// Whether pages that are opened from now on may run scripts; [`Browser::eval`] always may.
    pub fn scripts(&mut self, on: bool) {
        self.call("Emulation.setScriptExecutionDisabled", json!({ "value": !on }));
    }

    /// One order sets both, and what it leaves out is reset.
    fn emulate_media(&mut self) {
        let scheme = if self.dark { "dark" } else { "light" };
        let params = json!({
            "media": if self.print { "print" } else { "" },
            "features": [{ "name": "prefers-color-scheme", "value": scheme }],
        });
        self.call("Emulation.setEmulatedMedia", params);
    }

    /// Writes a PNG of the whole page, also of what lies below the viewport.
    pub fn screenshot(&mut self, file: &Path) {
        let params = json!({ "format": "png", "captureBeyondViewport": true });
        let answer = self.call("Page.captureScreenshot", params);
        let png = base64(&text(&answer["data"]));
        fs::write(file, png).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }

    /// Presses and releases `Tab`, `Enter` or `Space`, as a keyboard does: whatever has the focus
    /// gets it, and the browser does what it does for that key.
    pub fn key(&mut self, key: &str) {
        // Without the character that it types, Enter presses no button and Space writes nothing.
        let (name, typed, code) = match key {
            "Tab" => ("Tab", "", 9),
            "Enter" => ("Enter", "\r", 13),
            "Space" => (" ", " ", 32),
            _ => panic!("no such key here: {key}"),
        };
        let down = if typed.is_empty() { "rawKeyDown" } else { "keyDown" };
        for (kind, typed) in [(down, typed), ("keyUp", "")] {
            let params = json!({
                "type": kind,
                "key": name,
                "code": key,
                "text": typed,
                "windowsVirtualKeyCode": code,
            });
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    /// All that went wrong since the browser started: console errors and warnings, uncaught
    /// exceptions, errors that the browser logged, and requests that would have left the machine.
    pub fn console(&mut self) -> Vec<String> {
        // A rejected promise is only reported at the end of its task, so let one more task pass.
        // The answer comes after all that the page has reported before, also if it is an error
        // because the page is just going elsewhere.
        let task = "new Promise(done => setTimeout(done))";
        let _ =
            self.try_call("Runtime.evaluate", json!({ "expression": task, "awaitPromise": true }));
        self.findings.clone()
    }

    /// Sends an order without waiting for its answer, and gives its id.
    fn send(&mut self, session: &str, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let mut order = json!({ "id": self.last_id, "method": method, "params": params });
        if !session.is_empty() {
            order["sessionId"] = json!(session);
        }
        // If the browser has gone, the wait for the answer says so, and with the reason.
        let _ = self.to.send(order.to_string());
        self.last_id
    }

    /// Sends an order to the page (before there is one, to the browser) and waits for its result.
    fn call(&mut self, method: &str, params: Value) -> Value {
        self.try_call(method, params).unwrap_or_else(|error| panic!("{error}"))
    }

    /// As [`Browser::call`], for an order that the browser may refuse.
    fn try_call(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let awaited = format!("the answer to {method} {}", shortened(&params.to_string()));
        let session = self.session.clone();
        let id = self.send(&session, method, params);
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut message = self.next(deadline, &awaited);
            if message["id"] == id {
                return match message.get("error") {
                    Some(error) => Err(format!("{awaited} is an error: {error}")),
                    None => Ok(message["result"].take()),
                };
            }
        }
    }

    /// The next message, after taking note of it if it is an event.
    fn next(&mut self, deadline: Instant, awaited: &str) -> Value {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.from.recv_timeout(left) {
            Ok(Ok(message)) => {
                self.note(&message);
                message
            }
            Ok(Err(error)) => panic!("while awaiting {awaited}: a message is not JSON: {error}"),
            Err(RecvTimeoutError::Timeout) => {
                panic!("waited {} s in vain for {awaited}", PATIENCE.as_secs())
            }
            Err(RecvTimeoutError::Disconnected) => {
                let errors = fs::read(self.folder.join("stderr")).unwrap_or_default();
                let errors = String::from_utf8_lossy(&errors);
                panic!("Chromium ended while awaiting {awaited}\nIts error output:\n{errors}")
            }
        }
    }

    fn note(&mut self, message: &Value) {
        let params = &message["params"];
        let finding = match message["method"].as_str().unwrap_or_default() {
            "Page.lifecycleEvent" if params["name"] == "load" => {
                self.loaded.insert(text(&params["loaderId"]));
                return;
            }
            // Frames from elsewhere and workers have sessions of their own, and wait at their start
            // until they are watched too. The page itself is attached before it has a session here.
            "Target.attachedToTarget" if !self.session.is_empty() => {
                let session = text(&params["sessionId"]);
                for (method, params) in watching() {
                    self.send(&session, method, params);
                }
                self.send(&session, "Runtime.runIfWaitingForDebugger", json!({}));
                return;
            }
            "Inspector.targetCrashed" => panic!("the page crashed"),
            "Runtime.consoleAPICalled" => {
                let kind = text(&params["type"]);
                if !["error", "warning", "assert"].contains(&kind.as_str()) {
                    return;
                }
                let args = params["args"].as_array().map_or(&[][..], Vec::as_slice);
                let args: Vec<String> = args.iter().map(object_text).collect();
                format!("console {kind}: {}", args.join(" "))
            }
            "Runtime.exceptionThrown" => {
                format!("exception: {}", exception_text(&params["exceptionDetails"]))
            }
            "Log.entryAdded" if params["entry"]["level"] == "error" => {
                let entry = &params["entry"];
                format!("log: {} {}", text(&entry["text"]), text(&entry["url"])).trim().to_owned()
            }
            "Network.requestWillBeSent" => {
                let url = text(&params["request"]["url"]);
                // A blob is made by the page itself.
                if ["file:", "data:", "about:", "blob:"].iter().any(|own| url.starts_with(own)) {
                    return;
                }
                format!("request: {url}")
            }
            "Network.webSocketCreated" | "Network.webTransportCreated" => {
                format!("request: {}", text(&params["url"]))
            }
            _ => return,
        };
        self.findings.push(finding);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser that closes by itself also ends its helper processes and removes what it has
        // put into the system's temporary folder; killing it is for one that hangs.
        self.send("", "Browser.close", json!({}));
        let deadline = Instant::now() + FAREWELL;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Helper processes may still write for a moment, which makes the removal fail.
        for _ in 0..100 {
            match fs::remove_dir_all(&self.folder) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    thread::sleep(Duration::from_millis(10));
                }
                _ => break,
            }
        }
    }
}

/// The orders after which a session reports what [`Browser::console`] gives.
fn watching() -> [(&'static str, Value); 4] {
    let attach = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true });
    [
        ("Runtime.enable", json!({})),
        ("Log.enable", json!({})),
        ("Network.enable", json!({})),
        ("Target.setAutoAttach", attach),
    ]
}

/// A new folder in the system's temporary folder.
fn new_folder() -> PathBuf {
    // Tests of one process run at once, and an earlier process with the same id may have been
    // killed before it could clean up, so take the first name that is free.
    for number in 0.. {
        let folder = std::env::temp_dir().join(format!("browser-{}-{number}", std::process::id()));
        match fs::create_dir(&folder) {
            Ok(()) => return folder,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => panic!("{}: {error}", folder.display()),
        }
    }
    unreachable!("more folders than numbers")
}

fn file_url(file: &Path) -> String {
    let file = file.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut url = String::from("file://");
    for &byte in file.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url
}

/// A string's text; nothing for any other value.
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Enough of a text to recognise it by.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A JavaScript value as the console shows it.
fn object_text(object: &Value) -> String {
    match (&object["value"], &object["description"]) {
        (Value::String(text), _) | (Value::Null, Value::String(text)) => text.clone(),
        // Null says what it is by its subtype, undefined by its type.
        (Value::Null, _) => text(object.get("subtype").unwrap_or(&object["type"])),
        (value, _) => value.to_string(),
    }
}

/// What was thrown and where. An error's description has its stack; any other value has not.
fn exception_text(details: &Value) -> String {
    let thrown = details.get("exception").map(object_text).unwrap_or_default();
    // For a rejected promise the text may repeat what was thrown.
    let how = text(&details["text"]);
    let how = how.strip_suffix(thrown.lines().next().unwrap_or_default()).unwrap_or(&how);
    let line = details["lineNumber"].as_u64().unwrap_or_default() + 1;
    match details["url"].as_str() {
        Some(url) if !url.is_empty() => format!("{} {thrown} ({url}:{line})", how.trim_end()),
        _ => format!("{} {thrown}", how.trim_end()),
    }
}

/// Decodes standard base64, of which the browser's pictures come.
fn base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for byte in text.bytes().take_while(|&byte| byte != b'=') {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => panic!("not base64: byte {byte}"),
        };
        bits = bits << 6 | u32::from(six);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held & 0xff) as u8);
        }
    }
    bytes
}
