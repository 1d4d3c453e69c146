import Router from "@koa/router";
import type { Context } from "koa";
import { consume, ipKey, type Limits } from "../../accounts/limits/limits.js";
import { takePosted } from "../../channels/incoming/take-posted.js";
import { takeTwilio } from "../../channels/incoming/take-twilio.js";
import {
  isSame,
  sortedTwilioFields,
  twilioAddresses,
  twilioSignature,
  whatsAppSignature,
} from "../../channels/providers/signatures.js";
import { webhookAddress } from "../../channels/providers/webhook-address.js";
import type { Config } from "../../config.js";
import { ownSettings } from "../../db/channels/channel-settings.js";
import type { Database } from "../../db/database.js";
import { ActionError, forbidden, invalidAt } from "../../domain/errors.js";
import { isId } from "../../domain/ids.js";
import { megabyte } from "../../domain/sizes.js";
import type { Channel } from "../../domain/vocabulary.js";
import { BytesInFlight } from "../bodies/bytes-in-flight.js";
import { parseJson } from "../bodies/json-body.js";
import { JsonMeter } from "../bodies/json-meter.js";
import { receiveBody } from "../bodies/receive-body.js";
import { patiently } from "./patiently.js";

/** The signature covers the whole body, so until it is checked only the sender's address is known. */
const heldBytes = { ofMember: 16 * megabyte, ofOrganization: 16 * megabyte, total: 64 * megabyte };
/** Bodies up to this size, as nearly all posts have, come in even while strangers fill the limits. */
const uncountedBytes = 64 * 1024;
/** Meta and Twilio need less than a second. A stranger who sends slowly would hold the bytes that the large posts of others need. */
const longestMs = 10_000;

const post = (maxBytes: number, most: string) => ({
  maxBytes,
  tooLarge: () => new ActionError("too_large", `A call to this address may have at most ${most}.`),
  uncountedBytes,
  longestMs,
});
/** Meta puts up to 3 MB into one post, and gives up on a refused post after a week. */
const postOfMeta = post(3 * megabyte, "3 MB");
/**
 * Meta puts up to 1000 messages or states into one post, of some 30 values each. Of tiny ones, 3 MB hold a million values, which took over 10 s
 * to read, for all organizations.
 */
const maxValuesOfMeta = 100_000;
/**
 * An SMS with all about it has some kB. Twilio signs its fields, sorted, so that they are read before anybody knows whose they are: those of
 * 1 MB took a quarter of a second, for all organizations.
 */
const postOfTwilio = post(128 * 1024, "128 kB");

interface WebhookParts {
  config: Config;
  database: Database;
  limits: Limits;
}

/**
 * What WhatsApp and Twilio tell by themselves: messages, and how far ours came. Whoever posts proves by a signature that it knows the
 * organization's secret. An organization that doesn't exist, or hasn't set the channel, answers as one does to a wrong signature.
 */
export function webhooksRouter(parts: WebhookParts): Router {
  const router = new Router();
  const { config, database } = parts;
  const inFlight = new BytesInFlight(heldBytes);
  const receive = async (ctx: Context, expected: ReturnType<typeof post>): Promise<Buffer> => {
    const share = inFlight.open({ organizationId: ipKey(ctx.ip), userId: null, keyId: null });
    return Buffer.concat((await receiveBody(ctx, { ...expected, share })).parts());
  };

  router.get("/webhooks/whatsapp/:organizationId", async (ctx) => {
    const own = await settingsOf(parts, ctx, "whatsapp");
    const challenge = String(ctx.query["hub.challenge"] ?? "");
    const isRight = isSame(String(ctx.query["hub.verify_token"] ?? ""), own?.settings.verifyToken ?? "\0");
    if (!own || !isRight || ctx.query["hub.mode"] !== "subscribe" || !/^[\w.-]{1,200}$/.test(challenge))
      throw await refused(parts, ctx, forbidden("The verify token is not the one that was set."));
    ctx.type = "text/plain";
    ctx.body = challenge;
  });

  router.post("/webhooks/whatsapp/:organizationId", async (ctx) => {
    const raw = await receive(ctx, postOfMeta);
    const own = await settingsOf(parts, ctx, "whatsapp");
    const expected = whatsAppSignature(raw, own?.settings.appSecret ?? "");
    const isRight = isSame(ctx.get("x-hub-signature-256"), expected);
    if (!own || !isRight) throw await unsigned(parts, ctx, own !== null);
    const fault = new JsonMeter(maxValuesOfMeta).add(raw);
    const body = fault === null ? parseJson(raw) : undefined;
    if (body === undefined) throw invalidAt("", fault ?? "the body is not JSON");
    await takePosted(database, { ...addressed(ctx), phoneNumberId: own.settings.phoneNumberId }, body);
    ctx.body = {};
  });

  router.post("/webhooks/sms/:organizationId", async (ctx) => {
    const fields = new URLSearchParams((await receive(ctx, postOfTwilio)).toString("utf8"));
    // Twilio signs the address that it was given, and not the one by which a proxy reaches us.
    const url = webhookAddress(config.BASE_URL, "sms", ctx.params.organizationId ?? "") + ctx.search;
    const signed = sortedTwilioFields(fields);
    const messageId = String(ctx.query.message ?? "") || null;
    await patiently(async () => {
      const own = await settingsOf(parts, ctx, "sms");
      const expected = twilioAddresses(url).map((one) => twilioSignature(one, signed, own?.settings.authToken ?? ""));
      const isRight = expected.some((signature) => isSame(ctx.get("x-twilio-signature"), signature));
      if (!own || !isRight) throw await unsigned(parts, ctx, own !== null);
      await takeTwilio(database, addressed(ctx).organizationId, fields, messageId);
    });
    // An empty answer: nothing is said back by SMS.
    ctx.type = "text/xml";
    ctx.body = "<Response/>";
  });
  return router;
}

const addressed = (ctx: Context) => ({ organizationId: (ctx.params.organizationId ?? "").toLowerCase() });

async function settingsOf<C extends Channel>({ database, config }: WebhookParts, ctx: Context, channel: C) {
  const { organizationId } = addressed(ctx);
  return isId(organizationId) ? ownSettings(database, config, organizationId, channel) : null;
}

/**
 * Where the channel is set, the owners see this under `/settings/security`: a secret that was replaced at the provider alone refuses all
 * that comes in.
 */
function unsigned(parts: WebhookParts, ctx: Context, isSet: boolean): Promise<ActionError> {
  if (isSet) ctx.state.caller = { ...addressed(ctx), reason: "signature" };
  const text = "The signature is missing, or doesn't match this address's secret.";
  return refused(parts, ctx, new ActionError("unauthenticated", text));
}

/** Only refused posts count, so nobody can use up the provider's turns. */
async function refused({ limits }: WebhookParts, ctx: Context, error: ActionError): Promise<ActionError> {
  await consume(limits.refusals, ipKey(ctx.ip), "Too many refused calls from this address");
  return error;
}
