import type Router from "@koa/router";
import { setChannel, unsetChannel } from "../../../accounts/channels.js";
import { parseWord } from "../../../accounts/parse-word.js";
import { type ChannelTest, testChannel } from "../../../channels/trial/test-channel.js";
import { servesThisMachineOnly } from "../../../config.js";
import { ownSettings } from "../../../db/channels/channel-settings.js";
import type { UnitOfWork } from "../../../db/unit-of-work.js";
import type { BilingualText } from "../../../domain/language.js";
import { type Channel, channels } from "../../../domain/vocabulary.js";
import type { WebParts } from "../../parts.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
import {
  faultyFields,
  formFields,
  givenBy,
  ownNetworkFields,
  publicServers,
  refusedByProvider,
  shownSettings,
  type Typed,
  trialPhone,
} from "./form-fields.js";
import { type ChannelRow, ChannelsPage } from "./page.js";
import { faultText, channelTexts as texts } from "./texts.js";

const path = "/settings/channels";

/** How the organization's messages leave and arrive: set a channel, try it, take it away. */
export function channelRoutes(parts: WebParts, router: Router): void {
  const handler = (handle: (request: PageRequest) => Promise<void>, asksPassword = false) =>
    signedInHandler(parts, { permission: "members:manage", asksPassword }, handle);
  router.get(
    path,
    handler((request) => show(request)),
  );
  router.post(`${path}/set`, handler(set, true));
  router.post(`${path}/unset`, handler(unset, true));
  router.post(`${path}/test`, handler(test, true));
}

async function show(request: PageRequest, tried?: ChannelTest & { channel: Channel }): Promise<void> {
  const rows = await request.query<Omit<ChannelRow, "settings">>(
    `select c.channel, c.from_address as "from", c.updated_at as "updatedAt", c.login_refused_at as "loginRefusedAt",
       r.read_at as "readAt", r.failed_at as "failedAt", r.error
     from mail_channel c left join mailbox_reading r on r.organization_id = c.organization_id and r.channel = c.channel
     where c.organization_id = $1`,
    [request.organizationId],
  );
  const filled = await Promise.all(
    rows.map(async (row) => ({ ...row, settings: await settingsOf(request, row.channel) })),
  );
  request.sendPage(texts.title, <ChannelsPage request={request} rows={filled} tried={tried} />);
}

/** What is set of a channel and no secret; nothing where it can't be read, for it is to be set anew then. */
async function settingsOf({ parts, organizationId }: PageRequest, channel: Channel): Promise<Typed> {
  const own = await ownSettings(parts.database, parts.config, organizationId, channel).catch(() => null);
  return own ? shownSettings(own) : {};
}

const chosen = (request: PageRequest): Channel => parseWord("channel", channels, request.field("channel"));

async function set(request: PageRequest): Promise<void> {
  const channel = chosen(request);
  const { organizationId, parts } = request;
  const typed: Typed = Object.fromEntries(
    formFields[channel].map((field) => [field, request.field(`${channel}-${field}`)]),
  );
  const isOperator = servesThisMachineOnly(parts.config);
  const given = isOperator ? givenBy(channel, typed) : publicServers(givenBy(channel, typed));
  const foreign = isOperator ? [] : ownNetworkFields(given);
  const faults: [string, BilingualText][] = [
    ...foreign.map((field): [string, BilingualText] => [`${channel}-${field}`, texts.ownNetwork]),
    ...[...faultyFields(channel, given), ...refusedByProvider(channel, given)].map((field): [string, BilingualText] => [
      `${channel}-${field}`,
      typed[field] ? faultText(channel, field) : texts.needed,
    ]),
  ];
  if (faults.length > 0) return show(request.withFaults(Object.fromEntries(faults)));
  const change = (unit: UnitOfWork) => setChannel(unit, parts.config, { organizationId, channel, given });
  await request.changeAs("members:manage", "set_channel", change, channel);
  request.redirectWithNotice(path, "set");
}

async function unset(request: PageRequest): Promise<void> {
  const channel = chosen(request);
  const change = (unit: UnitOfWork) => unsetChannel(unit, { organizationId: request.organizationId, channel });
  await request.changeAs("members:manage", "unset_channel", change, channel);
  request.redirectWithNotice(path, "unset");
}

async function test(request: PageRequest): Promise<void> {
  const channel = chosen(request);
  const { database, config } = request.parts;
  const phone = request.form.get(trialPhone(channel)) ?? "";
  const { organizationId, language } = request;
  const tried = await testChannel(database, config, organizationId, channel, { language, phone });
  await show(request, { ...tried, channel });
}
