import type Router from "@koa/router";
import { setChannel, unsetChannel } from "../../../accounts/channels.js";
import { parseWord } from "../../../accounts/parse-word.js";
import { lockActorRole } from "../../../accounts/people.js";
import { type ChannelTest, testChannel } from "../../../channels/test-channel.js";
import { servesThisMachineOnly } from "../../../config.js";
import type { UnitOfWork } from "../../../db/unit-of-work.js";
import type { BilingualText } from "../../../domain/language.js";
import { type Channel, channels } from "../../../domain/vocabulary.js";
import type { WebParts } from "../../parts.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
import { faultyFields, formFields, givenBy, ownNetworkFields, publicServers, trialPhone } from "./form-fields.js";
import { type ChannelRow, ChannelsPage } from "./page.js";
import { channelTexts as texts } from "./texts.js";

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
  const rows = await request.query<ChannelRow>(
    `select c.channel, c.from_address as "from", c.updated_at as "updatedAt", c.login_refused_at as "loginRefusedAt",
       r.read_at as "readAt", r.failed_at as "failedAt", r.error
     from mail_channel c left join mailbox_reading r on r.organization_id = c.organization_id and r.channel = c.channel
     where c.organization_id = $1`,
    [request.organizationId],
  );
  request.sendPage(texts.title, <ChannelsPage request={request} rows={rows} tried={tried} />);
}

const chosen = (request: PageRequest): Channel => parseWord("channel", channels, request.field("channel"));

async function set(request: PageRequest): Promise<void> {
  const channel = chosen(request);
  const { organizationId, parts } = request;
  const typed = givenBy(
    channel,
    Object.fromEntries(formFields[channel].map((field) => [field, request.field(`${channel}-${field}`)])),
  );
  const isOperator = servesThisMachineOnly(parts.config);
  const given = isOperator ? typed : publicServers(typed);
  const foreign = isOperator ? [] : ownNetworkFields(given);
  const faults: [string, BilingualText][] = [
    ...foreign.map((field): [string, BilingualText] => [`${channel}-${field}`, texts.ownNetwork]),
    ...faultyFields(channel, given).map((field): [string, BilingualText] => [`${channel}-${field}`, texts.fault]),
  ];
  if (faults.length > 0) return show(request.withFaults(Object.fromEntries(faults)));
  const change = async (unit: UnitOfWork) => {
    await lockOwnRole(unit, request);
    return setChannel(unit, parts.config, { organizationId, channel, given });
  };
  await request.change("set_channel", change, channel);
  request.redirectWithNotice(path, "set");
}

async function unset(request: PageRequest): Promise<void> {
  const channel = chosen(request);
  const change = async (unit: UnitOfWork) => {
    await lockOwnRole(unit, request);
    return unsetChannel(unit, { organizationId: request.organizationId, channel });
  };
  await request.change("unset_channel", change, channel);
  request.redirectWithNotice(path, "unset");
}

/** The person's role, as it is now and stays during the unit. @throws forbidden */
const lockOwnRole = (unit: UnitOfWork, { organizationId, person }: PageRequest) =>
  lockActorRole(unit, { organizationId, actorId: person.userId }, "members:manage");

async function test(request: PageRequest): Promise<void> {
  const channel = chosen(request);
  const { database, config } = request.parts;
  const phone = request.form.get(trialPhone(channel)) ?? "";
  const { organizationId, language } = request;
  const tried = await testChannel(database, config, organizationId, channel, { language, phone });
  await show(request, { ...tried, channel });
}
