import { expect, it } from "@jest/globals";
import { explainedCode } from "../../../src/channels/providers/explained-codes.js";
import { passing } from "../../../src/channels/whatsapp/refusal.js";

it.each([
  ["WhatsApp answered 401: 190 Session has expired", /token di accesso/],
  ["WhatsApp answered 400: 4 (#4) Application request limit reached", /troppi messaggi/],
  ["131026 Message Undeliverable.", /non ha WhatsApp/],
  ["WhatsApp answered 400: 100 Unsupported post request. Object with ID '5' does not exist", /id del numero/],
  ["WhatsApp answered 400: 131030 Recipient phone number not in allowed list", /di prova/],
  ["Twilio answered 400: 21608 The number is unverified", /di prova/],
  ["Twilio 30008 undelivered", /non ha detto perché/],
  ["Twilio 30003 undelivered", /spento o non raggiungibile/],
  ["the provider refused the token, and a day has passed", /non accetta l.accesso/],
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

it("says what each refusal of Meta's means that is tried again for a day, then told", () => {
  const unexplained = [...passing].filter((code) => explainedCode(`WhatsApp answered 400: ${code} Later`) === null);
  expect(passing.size).toBeGreaterThan(5);
  expect(unexplained).toEqual([]);
});
