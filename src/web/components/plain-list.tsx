import type { JSX } from "preact";

/** A list without marks before its items: WebKit takes such a one for no list, and VoiceOver says no number of items, unless it has its role. */
export const PlainList = (props: JSX.IntrinsicElements["ul"]) => (
  // biome-ignore lint/a11y/noRedundantRoles: it isn't in WebKit
  <ul role="list" {...props} />
);
