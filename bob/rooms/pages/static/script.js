// Keeps a room's page alive: puts what has changed in its place, says orders without a new page. All of it works without, too.
"use strict";

(() => {
  const body = document.body;
  const stream = body.dataset.stream;
  const began = performance.now();
  const waiting = new Map(); // regions that somebody writes in, with what is to come in their place
  const told = document.getElementById("told");
  const line = document.getElementById("line");

  // ---- regions

  const busy = (region) => {
    const now = document.activeElement;
    return now !== null && region.contains(now) && now.matches("input, select, textarea") && now.type !== "radio";
  };

  const keyOf = (control) => {
    const form = control.closest("form");
    const slip = control.closest("details[id], article");
    return [slip ? slip.id || slip.getAttribute("aria-label") : "", form ? form.getAttribute("action") : "", control.id || control.name].join(" ");
  };

  const kept = (region) => {
    const values = new Map();
    for (const control of region.querySelectorAll("input:not([type=hidden]), select, textarea")) {
      if (control.type === "checkbox") values.set(keyOf(control) + control.value, control.checked);
      else if (control.value !== (control.dataset.was ?? initial(control))) values.set(keyOf(control), control.value);
    }
    const open = new Map([...region.querySelectorAll("details[id]")].map((found) => [found.id, found.open]));
    return { values, open };
  };

  const initial = (control) => {
    if (control.tagName !== "SELECT") return control.defaultValue;
    const chosen = [...control.options].find((option) => option.defaultSelected);
    return chosen ? chosen.value : control.options.length ? control.options[0].value : "";
  };

  const restore = (region, { values, open }) => {
    for (const control of region.querySelectorAll("input:not([type=hidden]), select, textarea")) {
      const key = keyOf(control) + (control.type === "checkbox" ? control.value : "");
      if (!values.has(key)) continue;
      if (control.type === "checkbox") control.checked = values.get(key);
      else if (control.tagName !== "SELECT" || [...control.options].some((option) => option.value === values.get(key))) control.value = values.get(key);
    }
    for (const found of region.querySelectorAll("details[id]")) if (open.has(found.id)) found.open = open.get(found.id);
  };

  const put = (region, html) => {
    const focus = document.activeElement && region.contains(document.activeElement) ? document.activeElement : null;
    const again = focus && (focus.id ? `#${CSS.escape(focus.id)}` : focus.tagName === "SUMMARY" && focus.parentElement.id ? `#${CSS.escape(focus.parentElement.id)} > summary` : null);
    const text = focus && focus.tagName === "BUTTON" ? focus.textContent : null;
    const state = kept(region);
    const scrolled = [...region.querySelectorAll(".wide")].map((found) => [found.scrollLeft, found.scrollTop]);
    if (region.id === "log") announce(region, html);
    const refusal = region.querySelector(":scope > .said");
    region.innerHTML = html;
    if (refusal && performance.now() - Number(refusal.dataset.at) < 15000) region.prepend(refusal); // time to read it
    restore(region, state);
    if (region.id === "sheets" && box) arrived();
    [...region.querySelectorAll(".wide")].forEach((found, n) => scrolled[n] && ([found.scrollLeft, found.scrollTop] = scrolled[n]));
    const target = again ? region.querySelector(again) : text !== null ? [...region.querySelectorAll("button")].find((found) => found.textContent === text) : null;
    if (target) target.focus({ preventScroll: true });
    ticking();
  };

  // What is new in the log is read out by those who read the page aloud: three lines at most.
  const announce = (region, html) => {
    const last = Math.max(0, ...[...region.querySelectorAll("[data-n]")].map((found) => Number(found.dataset.n)));
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    const lines = [...fresh.content.querySelectorAll("[data-n]")].filter((found) => Number(found.dataset.n) > last).slice(0, 3);
    if (lines.length) told.textContent = lines.reverse().map((found) => found.textContent).join(" ");
  };

  const show = (fragments) => {
    for (const [name, html] of Object.entries(fragments)) {
      const region = document.querySelector(`[data-region="${CSS.escape(name)}"]`);
      if (!region) continue;
      if (busy(region)) {
        waiting.set(region, html);
        region.classList.add("stale");
        region.title = body.dataset.new;
      } else put(region, html);
    }
  };

  const settle = () => {
    for (const [region, html] of [...waiting]) {
      if (busy(region)) continue;
      waiting.delete(region);
      region.classList.remove("stale");
      region.removeAttribute("title");
      put(region, html);
    }
  };
  document.addEventListener("focusout", () => setTimeout(settle, 200));

  // ---- the line

  const listen = () => {
    const source = new EventSource(`${stream}&seen=${encodeURIComponent(body.dataset.seen)}`);
    source.addEventListener("open", () => { line.hidden = true; });
    source.addEventListener("page", (event) => {
      line.hidden = true;
      const data = JSON.parse(event.data);
      if (data.seen) body.dataset.seen = data.seen;
      show(data.fragments);
    });
    source.addEventListener("bye", () => { source.close(); location.reload(); });
    source.addEventListener("error", () => {
      line.hidden = false;
      if (source.readyState === EventSource.CLOSED) setTimeout(again, 3000);
    });
  };

  // A line that was refused: because one is no longer a member, or because the host was busy.
  const again = async () => {
    try {
      const answer = await fetch(location.pathname, { method: "HEAD" });
      if (answer.status === 401) location.reload();
      else listen();
    } catch {
      setTimeout(again, 3000);
    }
  };

  // ---- what is said

  const said = (text, tone) => {
    const owed = document.getElementById("owed");
    if (!owed) return;
    owed.querySelectorAll(".said").forEach((found) => found.remove());
    if (!text) return;
    const line = document.createElement("p");
    line.className = `said ${tone}`;
    line.setAttribute("role", tone === "refused" ? "alert" : "status");
    line.textContent = text;
    line.dataset.at = performance.now();
    owed.prepend(line);
    line.scrollIntoView({ block: "nearest" });
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-live]") || form.getAttribute("action").endsWith("/invite")) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    const data = new FormData(form, event.submitter);
    const button = event.submitter || form.querySelector("button");
    form.dataset.key ||= `${Date.now()}-${Math.random()}`; // the same until it is answered: what is sent twice is said once
    data.append("key", form.dataset.key);
    form.dataset.busy = "1"; // a button that is switched off would lose the focus
    try {
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(data), headers: { Accept: "application/json" } });
      const found = await answer.json();
      delete form.dataset.key;
      if (answer.status === 401) location.reload();
      else if (answer.ok) {
        said("", "told");
        if (form.id) (document.getElementById(form.id) ?? form).reset(); // news may have put another in its place
        const now = document.activeElement;
        if (form.contains(now) && now.matches("input, select, textarea")) button.focus({ preventScroll: true });
        settle();
      } else said(found.reason, "refused");
    } catch {
      said(line.textContent, "refused");
    } finally {
      delete form.dataset.busy;
    }
  });

  // ---- clocks

  const ticking = () => {
    const now = Number(body.dataset.now) + (performance.now() - began) / 1000;
    for (const clock of document.querySelectorAll("time[data-since], time[data-left]")) {
      const gone = clock.dataset.since ? Math.max(0, now - Number(clock.dataset.since)) : 0;
      const left = clock.dataset.left ? Number(clock.dataset.left) - gone : gone;
      const seconds = Math.max(0, Math.round(left));
      const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      if (clock.textContent !== text) clock.textContent = text;
    }
  };

  // ---- hand-outs: each opens over the page, the new ones by themselves

  const box = document.getElementById("sheet-box");
  const links = () => [...document.querySelectorAll("a[data-sheet]")];
  const known = new Set(links().map((link) => link.dataset.sheet));

  const open = (link) => {
    const frame = box.querySelector("iframe");
    frame.src = link.href;
    frame.title = link.textContent;
    if (!box.open) box.showModal();
  };

  const arrived = () => {
    const fresh = links().filter((link) => !known.has(link.dataset.sheet));
    for (const link of fresh) known.add(link.dataset.sheet);
    if (!fresh.length || body.classList.contains("umpire")) return;
    told.textContent = fresh[0].textContent;
    const now = document.activeElement;
    if (!(now && now.matches("input, textarea, select"))) open(fresh[0]); // whoever writes finds it in the list
  };

  if (box && box.showModal) {
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-sheet]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(link);
    });
    box.addEventListener("click", (event) => {
      if (event.target === box || event.target.dataset.do === "close") box.close();
      else if (event.target.dataset.do === "print") box.querySelector("iframe").contentWindow.print();
    });
    box.addEventListener("close", () => box.querySelector("iframe").removeAttribute("src"));
  }

  // Closer on a table: around its middle.
  document.addEventListener("change", (event) => {
    if (event.target.name !== "zoom") return;
    const table = document.querySelector(".table");
    table.scrollLeft = (table.scrollWidth - table.clientWidth) / 2;
    table.scrollTop = (table.scrollHeight - table.clientHeight) / 2;
  });

  if (stream) {
    listen();
    ticking();
    setInterval(ticking, 1000);
  }
})();
