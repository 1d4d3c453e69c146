/** What a provider calls. Twilio's signatures hold this address, so it is the same at each place that needs it. */
export const webhookAddress = (baseUrl: string, channel: "whatsapp" | "sms", organizationId: string): string =>
  `${baseUrl}/webhooks/${channel}/${organizationId}`;
