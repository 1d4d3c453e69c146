import { inItalian } from "../../../channels/italian-failures.js";
import type { ChannelTest } from "../../../channels/trial/test-channel.js";
import { type InstallationsWay, installationsWay } from "../../../db/channels/channel-settings.js";
import { isMail } from "../../../domain/messages/mail.js";
import type { Channel } from "../../../domain/vocabulary.js";
import { About } from "../../components/about.js";
import { announced } from "../../components/announced.js";
import { Confirm } from "../../components/confirm.js";
import { Facts } from "../../components/facts.js";
import { Field } from "../../components/field.js";
import { Form } from "../../components/form.js";
import { PageHead } from "../../components/page-head.js";
import { Section, SuccessNotice } from "../../components/section.js";
import { withDate } from "../../language.js";
import { channelNames } from "../../vocabulary-texts.js";
import type { PageRequest } from "../page-request.js";
import { shownChannels, type Typed, trialPhone } from "./form-fields.js";
import { SetForm } from "./set-form.js";
import { channelNotices, channelTexts as texts, withoutTexts } from "./texts.js";

/** A channel that is set. */
export interface ChannelRow {
  channel: Channel;
  from: string | null;
  updatedAt: Date;
  loginRefusedAt: Date | null;
  readAt: Date | null;
  failedAt: Date | null;
  error: string | null;
  /** what the form for setting it anew begins with */
  settings: Typed;
}

interface Props {
  request: PageRequest;
  rows: ChannelRow[];
  /** the channel that was just tried, and what came of it */
  tried?: (ChannelTest & { channel: Channel }) | undefined;
}

export const ChannelsPage = ({ request, rows, tried }: Props) => (
  <>
    <PageHead title={request.text(texts.title)} lead={request.text(texts.lead)} />
    <SuccessNotice>{request.notice(channelNotices)}</SuccessNotice>
    {shownChannels.map((channel) => (
      <ChannelSection
        key={channel}
        request={request}
        channel={channel}
        way={installationsWay(request.parts.config, rows.length > 0, channel)}
        row={rows.find((one) => one.channel === channel)}
        tried={tried?.channel === channel ? tried : undefined}
      />
    ))}
  </>
);

const without = (channel: Channel, way: InstallationsWay) => withoutTexts[way][channel] ?? withoutTexts[way].others;

interface SectionProps {
  request: PageRequest;
  channel: Channel;
  way: InstallationsWay;
  row: ChannelRow | undefined;
  tried: ChannelTest | undefined;
}

const ChannelSection = ({ request, channel, way, row, tried }: SectionProps) => {
  const name = request.text(channelNames[channel]);
  return (
    <Section id={channel} title={`${name}: ${request.text(row ? texts.isSet : texts.notSet)}`}>
      {row ? <State request={request} row={row} /> : <p class="quiet">{request.text(without(channel, way))}</p>}
      {tried && (
        <div role="status" {...announced}>
          <p>
            <strong>{request.text(tried.ok ? texts.worked : texts.failed)}</strong>
          </p>
          <p class="wrap-anywhere">{tried.sending}</p>
          <p class="wrap-anywhere">{tried.receiving}</p>
        </div>
      )}
      {row && (
        <Form token={request.token} action="/settings/channels/test">
          {!isMail(channel) && (
            <Field
              id={trialPhone(channel)}
              type="tel"
              label={request.text(texts.trialPhone)}
              hint={request.text(texts.trialPhoneHint)}
              value={request.form.get(trialPhone(channel)) ?? ""}
              autocomplete="off"
            />
          )}
          <button type="submit" class="quiet-button" name="channel" value={channel}>
            {request.text(texts.test)} <About>{name}</About>
          </button>
        </Form>
      )}
      <SetForm request={request} channel={channel} settings={row?.settings} />
      {row && (
        <Confirm
          label={request.text(texts.unset)}
          about={name}
          question={request.text(texts.unsetSure)}
          action="/settings/channels/unset"
          token={request.token}
          yes={request.text(texts.unsetYes)}
          name="channel"
          value={channel}
        />
      )}
    </Section>
  );
};

/** How the channel does: what it comes from, and how its mailbox was last read. */
const State = ({ request, row }: { request: PageRequest; row: ChannelRow }) => {
  const { channel, from, updatedAt, loginRefusedAt, readAt, failedAt, error } = row;
  const time = (at: Date) => request.time(at);
  const fails = error !== null && failedAt !== null && (readAt === null || failedAt > readAt);
  return (
    <>
      <Facts
        facts={[
          [request.text(texts.from), from],
          [request.text(texts.changed), time(updatedAt)],
          [request.text(texts.read), isMail(channel) && (readAt ? time(readAt) : request.text(texts.never))],
        ]}
      />
      {fails && (
        <p class="field-error wrap-anywhere">
          {withDate(request.text(isMail(channel) ? texts.readError : texts.smsReadError), time(failedAt))}:{" "}
          {request.language === "it" ? inItalian(error) : error}
        </p>
      )}
      {loginRefusedAt && <p class="field-error">{withDate(request.text(texts.loginRefused), time(loginRefusedAt))}.</p>}
    </>
  );
};
