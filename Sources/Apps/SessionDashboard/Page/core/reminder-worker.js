// What a notification of a reminder does when it is clicked, also where no page of ours is open any more. It works in
// the background of the browser, and nothing else goes through it.

addEventListener("notificationclick", (event) => {
  const { data, tag } = event.notification;
  event.notification.close();
  event.waitUntil(event.action ? respond(event.action, data) : openPractice(tag));
});

/** `action`: "snooze" or "today". */
function respond(action, { rule, time }) {
  return fetch(`/api/practice/reminders/${encodeURIComponent(rule)}/${action}`, {
    method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ time }),
  });
}

/** The page that is open goes there; else a new one is opened. */
async function openPractice(tag) {
  const [page] = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) return clients.openWindow("/practice");
  page.postMessage({ type: "practice", tag });
  return page.focus();
}
