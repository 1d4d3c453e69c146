import { expect, it } from "@jest/globals";
import { canBeCalled } from "../../../src/channels/providers/webhook-address.js";

it.each([
  ["https://pratica.rossi.it", "https://api.twilio.com", true],
  ["http://localhost:3000", "https://api.twilio.com", false],
  ["http://192.168.1.20:3000", "https://graph.facebook.com/v23.0", false],
  ["http://[::1]:3000", "https://api.twilio.com", false],
  ["http://pratica.lan", "https://api.twilio.com", false],
  ["http://localhost:3000", "http://127.0.0.1:4010", true],
])("tells whether %s can be called by %s", (baseUrl, providerUrl, expected) => {
  expect(canBeCalled(baseUrl, providerUrl)).toBe(expected);
});
