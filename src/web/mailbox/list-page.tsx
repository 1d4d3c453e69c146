import type { Language } from "../../domain/language.js";
import type { Channel } from "../../domain/vocabulary.js";
import { Paging } from "../components/paging.js";
import { localTime, readableSize } from "../language.js";
import { channelNames } from "../vocabulary-texts.js";
import type { ListedMessage } from "./messages.js";
import { mailboxTexts as texts } from "./texts.js";

interface MailboxListProps {
  language: Language;
  messages: ListedMessage[];
  /** all that match, on every page */
  count: number;
  query: string;
  /** from 1 */
  page: number;
  pageSize: number;
}

export function MailboxList({ language, messages, count, query, page, pageSize }: MailboxListProps) {
  return (
    <>
      <MailboxNotice language={language} />
      <div class="title-row">
        <h1>{texts.title[language]}</h1>
        <search>
          <form class="search" method="get" action="/mailbox">
            <input
              type="search"
              name="q"
              value={query}
              maxLength={200}
              aria-label={texts.search[language]}
              placeholder={texts.search[language]}
            />
            <button type="submit">{texts.find[language]}</button>
          </form>
        </search>
      </div>
      {messages.length === 0 ? (
        <Nothing language={language} query={query} />
      ) : (
        <>
          <Messages language={language} messages={messages} />
          <ListPaging language={language} query={query} page={page} pageSize={pageSize} count={count} />
        </>
      )}
    </>
  );
}

export const MailboxNotice = ({ language }: { language: Language }) => (
  <p class="notice" role="note">
    <strong>{texts.label[language]}.</strong> {texts.notice[language]}
  </p>
);

const Messages = ({ language, messages }: { language: Language; messages: ListedMessage[] }) => (
  <table class="card stacking messages">
    <thead>
      <tr>
        <th scope="col">{texts.subject[language]}</th>
        <th scope="col">{texts.channel[language]}</th>
        <th scope="col">{texts.to[language]}</th>
        <th scope="col" class="end">
          {texts.size[language]}
        </th>
        <th scope="col" class="end">
          {texts.received[language]}
        </th>
      </tr>
    </thead>
    <tbody>
      {messages.map((message) => (
        <tr key={message.id}>
          <td class="main-cell">
            <a class="row-link" href={`/mailbox/${message.id}`}>
              {message.subject || texts.noSubject[language]}
            </a>
          </td>
          <td class="quiet">{channelNames[channelOf(message)][language]}</td>
          <td class="wrap-anywhere">{message.to.map(shownRecipient).map(breakable)}</td>
          <td class="end quiet">{readableSize(message.sizeBytes, language)}</td>
          <td class="end quiet">
            <time dateTime={message.receivedAt.toISOString()}>{localTime(message.receivedAt, language)}</time>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The number that a chat's address stands for, as `src/channels/local/out.ts` makes it. */
const chatAddress = /^(\d+)@(whatsapp|sms)\.localhost$/;

const channelOf = ({ to, isPec }: ListedMessage): Channel =>
  (chatAddress.exec(to[0] ?? "")?.[2] as "whatsapp" | "sms" | undefined) ?? (isPec ? "pec" : "email");

const shownRecipient = (address: string): string => address.replace(chatAddress, "+$1");

/** A long address breaks at its domain, rather than anywhere. */
const breakable = (address: string, index: number) => {
  const at = address.lastIndexOf("@") + 1;
  return (
    <span key={address}>
      {index > 0 && ", "}
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
};

const Nothing = ({ language, query }: { language: Language; query: string }) => (
  <div class="card nothing">
    <h2>{(query ? texts.nothingFound : texts.empty)[language]}</h2>
    <p class="quiet">{(query ? texts.nothingFoundAbout : texts.emptyAbout)[language]}</p>
    {query && (
      <p class="lone-link">
        <a href="/mailbox">{texts.showAll[language]}</a>
      </p>
    )}
  </div>
);

function ListPaging({ language, query, page, pageSize, count }: Omit<MailboxListProps, "messages">) {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, count);
  const href = (to: number) => `/mailbox?${new URLSearchParams({ ...(query ? { q: query } : {}), page: String(to) })}`;
  return (
    <Paging
      label={texts.pages[language]}
      summary={`${first}–${last} ${texts.of[language]} ${count}`}
      links={[
        page > 1 && { href: href(page - 1), text: texts.newer[language], rel: "prev" },
        last < count && { href: href(page + 1), text: texts.older[language], rel: "next" },
      ]}
    />
  );
}
