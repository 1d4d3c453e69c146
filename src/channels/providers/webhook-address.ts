import { isPublicHost } from "../public-lookup.js";

/** What a provider calls. Twilio's signatures hold this address, so it is the same at each place that needs it. */
export const webhookAddress = (baseUrl: string, channel: "whatsapp" | "sms", organizationId: string): string =>
  `${baseUrl}/webhooks/${channel}/${organizationId}`;

/** Whether a provider can call this installation: one on the internet doesn't reach an office's computer. */
export const canBeCalled = (baseUrl: string, providerUrl: string): boolean =>
  isPublicHost(new URL(baseUrl)) || !isPublicHost(new URL(providerUrl));
