import { isStartOfDay } from "../../../domain/calendar/time.js";
import type { Permission } from "../../../domain/permissions.js";
import { Confirm } from "../../components/confirm.js";
import { EmptyList, Rows } from "../../components/rows.js";
import { Section, SuccessNotice } from "../../components/section.js";
import { localDay, shownDate, withDate } from "../../language.js";
import { permissionName } from "../../vocabulary-texts.js";
import type { PageRequest } from "../page-request.js";
import { NewKeyForm } from "./new-key-form.js";
import { apiKeyNotices, apiKeyTexts as texts } from "./texts.js";

export interface KeyRow {
  id: string;
  name: string;
  /** null: a key of the organization itself */
  userId: string | null;
  userName: string | null;
  /** who made it on a page, where that isn't its holder */
  makerName: string | null;
  /** null: all that its holder may do */
  permissions: Permission[] | null;
  createdAt: Date;
  expiresAt: Date | null;
  isExpired: boolean;
  mayRevoke: boolean;
}

interface Props {
  request: PageRequest;
  keys: KeyRow[];
}

export const ApiKeysPage = ({ request, keys }: Props) => {
  const own = keys.filter(({ userId }) => userId === request.person.userId);
  const others = keys.filter((key) => !own.includes(key));
  return (
    <>
      <h1>{request.text(texts.title)}</h1>
      <SuccessNotice>{request.notice(apiKeyNotices)}</SuccessNotice>
      <Section id="mine" title={request.text(texts.existing)} lead={request.text(texts.lead)}>
        {own.length > 0 ? (
          <Keys request={request} keys={own} />
        ) : (
          <EmptyList title={request.text(texts.none)} about={request.text(texts.noneAbout)} />
        )}
      </Section>
      {others.length > 0 && (
        <Section id="others" title={request.text(texts.others)}>
          <Keys request={request} keys={others} />
        </Section>
      )}
      <NewKeyForm request={request} />
    </>
  );
};

const Keys = ({ request, keys }: Props) => (
  <Rows items={keys}>
    {(key) => (
      <>
        <KeyFacts request={request} apiKey={key} />
        {key.mayRevoke && <RevokeForm request={request} apiKey={key} />}
      </>
    )}
  </Rows>
);

interface KeyProps {
  request: PageRequest;
  apiKey: KeyRow;
}

const RevokeForm = ({ request, apiKey }: KeyProps) => (
  <Confirm
    label={request.text(texts.revoke)}
    about={apiKey.name}
    question={request.text(texts.revokeSure)}
    action="/settings/api-keys/revoke"
    token={request.token}
    yes={request.text(texts.revokeYes)}
    name="key"
    value={apiKey.id}
  />
);

const KeyFacts = ({ request, apiKey }: KeyProps) => (
  <div class="row-main">
    <p class="wrap-anywhere">
      <strong>{apiKey.name}</strong>{" "}
      {apiKey.userId !== request.person.userId && (
        <span class="tag">{apiKey.userName ?? request.organization.name}</span>
      )}
    </p>
    <p class="quiet">
      {request.text(texts.created)} {request.time(apiKey.createdAt)}
      {apiKey.makerName && (
        <>
          , {request.text(texts.madeBy)} <span>{apiKey.makerName}</span>
        </>
      )}
      , {lifetimeText(request, apiKey)}
    </p>
    <p class="quiet">{scopeText(request, apiKey)}</p>
  </div>
);

function lifetimeText(request: PageRequest, { expiresAt, isExpired }: KeyRow): string {
  if (!expiresAt) return request.text(texts.untilRevoked);
  const { language, organization } = request;
  const timeZone = organization.timezone;
  // With a day that was given a key ends at the midnight that the next day begins with, else a year after it was made.
  const end = isStartOfDay(expiresAt, timeZone)
    ? localDay(new Date(expiresAt.getTime() - 1), language, timeZone)
    : shownDate(expiresAt, language, { timeStyle: "short", timeZone });
  return withDate(request.text(isExpired ? texts.expired : texts.until), end);
}

function scopeText(request: PageRequest, { permissions, userId }: KeyRow): string {
  if (permissions === null) return request.text(userId === null ? texts.everythingOfOrganization : texts.everything);
  return permissions.map((permission) => request.text(permissionName(permission))).join(" · ");
}
