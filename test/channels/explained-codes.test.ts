import { expect, it } from "@jest/globals";
import { explainedCode } from "../../src/channels/explained-codes.js";

it.each([
  ["WhatsApp answered 401: 190 Session has expired", /token di accesso/],
  ["WhatsApp answered 400: 4 (#4) Application request limit reached", /troppi messaggi/],
  ["131026 Message Undeliverable.", /non ha WhatsApp/],
  ["Twilio 30003 undelivered", /spento o non raggiungibile/],
  ["Twilio answered 400: 21610 Attempt to send to unsubscribed recipient", /STOP/],
])("says in Italian what a provider's code means: %s", (error, meaning) => {
  expect(explainedCode(error)?.meaning).toMatch(meaning);
});

it.each([
  "WhatsApp answered 503",
  "WhatsApp answered 400: 1310 Something",
  "Twilio can't be reached (ECONNREFUSED)",
  "sent, and WhatsApp gave no answer within 30 s",
  "Twilio undelivered",
  "",
])("says nothing where there is no code, or another: %j", (error) => {
  expect(explainedCode(error)).toBeNull();
});
