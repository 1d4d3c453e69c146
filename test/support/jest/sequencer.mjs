import Sequencer from "@jest/test-sequencer";

/** The files that take longest, with about as many seconds: most of them wait more than they work. */
const slow = [
  ["in-browser", 50],
  ["sign-in-walk", 50],
  ["draft-document", 50],
  ["launch/start", 45],
  ["relay", 40],
  ["workflows/deadline", 26],
  ["mailbox-readers", 24],
  ["settings/forms", 24],
  ["daylight-saving", 20],
  ["workflows/follow-up", 20],
  ["render-revision", 18],
  ["review-document", 17],
  ["documents/hostile-texts", 15],
  ["ai-waiting", 20],
  ["workflows/", 15],
  ["admin/", 14],
  ["email", 14],
  ["provision-temporal", 14],
];
const secondsOf = ({ path }) => slow.find(([part]) => path.includes(part))?.[1] ?? 0;

/** Begins with the slow ones, so that at the end no worker runs one of them while the others have nothing left to do. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
