import type { Address, Attachment, Email } from "postal-mime";
import { channelHeader } from "../../channels/local/out.js";
import type { Language } from "../../domain/language.js";
import type { Channel } from "../../domain/vocabulary.js";
import { type Fact, Facts } from "../components/facts.js";
import { PlainList } from "../components/plain-list.js";
import { localTime, readableSize } from "../language.js";
import { channelNames } from "../vocabulary-texts.js";
import { AnsweredNotice, AnswerForm } from "./answer-form.js";
import type { Answerable } from "./answerable.js";
import { MailboxNotice } from "./list-page.js";
import type { StoredMessage } from "./messages.js";
import { mailboxTexts as texts } from "./texts.js";

interface MessageProps {
  language: Language;
  message: StoredMessage;
  /** null where the message can't be parsed */
  email: Email | null;
}

interface MailboxMessageProps extends MessageProps {
  /** null where nobody can answer it; `answerId`: it was just answered */
  answering: (Answerable & { token: string; answerId: string | null }) | null;
}

/** One message. Whatever it contains is shown as text: no HTML of a message is ever part of a page. */
export function MailboxMessage({ language, message, email, answering }: MailboxMessageProps) {
  const path = `/mailbox/${message.id}`;
  return (
    <>
      <MailboxNotice language={language} />
      <p class="crumbs">
        <a href="/mailbox">← {texts.back[language]}</a>
      </p>
      {answering?.answerId != null && (
        <AnsweredNotice language={language} answerId={answering.answerId} threadId={answering.threadId} />
      )}
      <article class="card">
        <h1>{message.subject || texts.noSubject[language]}</h1>
        <Facts facts={messageFacts({ language, message, email })} />
        {email?.html && <iframe class="mail-html" title={texts.asShown[language]} src={`${path}/html`} sandbox="" />}
        <h2 class={email?.html ? undefined : "visually-hidden"}>{texts.text[language]}</h2>
        {email?.text?.trim() ? (
          <div class={email.headers.some(({ key }) => key === localChannel) ? "mail-text chat" : "mail-text"}>
            {email.text.trim()}
          </div>
        ) : (
          <p class="quiet">{(email ? texts.noText : texts.unreadable)[language]}</p>
        )}
        {email && email.attachments.length > 0 && (
          <Attachments language={language} path={path} attachments={email.attachments} />
        )}
        {email?.html && <Source title={texts.htmlSource[language]} source={email.html} />}
        {email && (
          <Source
            title={texts.allHeaders[language]}
            source={email.headers.map(({ originalKey, value }) => `${originalKey}: ${value}`).join("\n")}
          />
        )}
        <p class="actions">
          <a class="button quiet-button" href={`${path}/raw`}>
            {texts.source[language]}
          </a>
        </p>
      </article>
      {answering && <AnswerForm language={language} path={path} token={answering.token} sent={answering} />}
    </>
  );
}

function messageFacts({ language, message, email }: MessageProps): Fact[] {
  const header = (name: string) => email?.headers.find(({ key }) => key === name)?.value;
  const channel = header(localChannel) ?? (header("x-tiporicevuta") && "pec");
  return [
    [texts.channel[language], channelNames[channel as Channel]?.[language]],
    [texts.parts[language], header("x-pratica-parts")],
    [texts.from[language], people(email?.from && [email.from]) ?? message.from],
    [texts.to[language], people(email?.to) ?? message.to.join(", ")],
    [texts.replyTo[language], people(email?.replyTo)],
    [texts.received[language], localTime(message.receivedAt, language)],
    [texts.messageId[language], message.messageId ?? undefined],
    [texts.inReplyTo[language], email?.inReplyTo],
    [texts.automatic[language], header("auto-submitted")],
    [texts.envelope[language], `${message.from || "<>"} → ${message.to.join(", ")}`],
  ];
}

/** as the parser gives it */
const localChannel = channelHeader.toLowerCase();

const people = (addresses: Address[] | undefined): string | undefined =>
  addresses
    ?.flatMap((entry) => entry.group ?? [entry])
    .map(({ name, address }) => (name ? `${name} <${address}>` : address))
    .join(", ");

const Attachments = ({
  language,
  path,
  attachments,
}: {
  language: Language;
  path: string;
  attachments: Attachment[];
}) => (
  <section aria-labelledby="attachments">
    <h2 id="attachments">{texts.attachments[language]}</h2>
    <PlainList class="attachments">
      {attachments.map(({ filename, mimeType, content }, index) => {
        const name = filename || `${texts.unnamed[language]} ${index + 1}`;
        return (
          <li key={name}>
            <a href={`${path}/attachments/${index + 1}`}>{name}</a>
            <span class="quiet">
              {mimeType}, {readableSize((content as ArrayBuffer).byteLength, language)}
            </span>
          </li>
        );
      })}
    </PlainList>
  </section>
);

const Source = ({ title, source }: { title: string; source: string }) => (
  <details>
    <summary>{title}</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <pre class="code" tabIndex={0}>
      {source}
    </pre>
  </details>
);
