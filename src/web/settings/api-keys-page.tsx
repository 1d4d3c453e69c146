import type { Permission } from "../../domain/permissions.js";
import { Field } from "../field.js";
import { localTime, type Text } from "../language.js";
import { apiKeysTexts as texts } from "./api-keys-texts.js";
import { Confirm, Done, Form, Nothing, Option, Section } from "./parts.js";
import { PermissionGrid, permissionName } from "./permission-grid.js";
import type { Visit } from "./visit.js";

export interface KeyRow {
  id: string;
  name: string;
  /** null: a key of the organization itself */
  userId: string | null;
  userName: string | null;
  /** null: all that its holder may do */
  permissions: Permission[] | null;
  createdAt: Date;
  expiresAt: Date | null;
  isExpired: boolean;
}

interface Props {
  visit: Visit;
  keys: KeyRow[];
  errors: Record<string, Text>;
  done: string | undefined;
}

export const ApiKeysPage = (props: Props) => {
  const { visit, keys, done } = props;
  const isMine = ({ userId }: KeyRow) => userId === visit.person.userId;
  const others = keys.filter((key) => !isMine(key));
  return (
    <>
      <h1>{visit.text(texts.title)}</h1>
      <Done>{done}</Done>
      <Keys
        id="mine"
        title={visit.text(texts.existing)}
        lead={visit.text(texts.lead)}
        visit={visit}
        keys={keys.filter(isMine)}
      />
      {others.length > 0 && <Keys id="others" title={visit.text(texts.others)} visit={visit} keys={others} />}
      <NewKey {...props} />
    </>
  );
};

/** Shown once, right after it was made. */
export const NewKeyPage = ({ visit, apiKey, name }: { visit: Visit; apiKey: string; name: string }) => (
  <>
    <h1>{visit.text(texts.made)}</h1>
    <section class="card">
      <p class="success" role="status">
        <strong class="wrap-anywhere">{name}</strong>. {visit.text(texts.once)}
      </p>
      <p class="code secret">{apiKey}</p>
      <div class="actions">
        <a class="button" href="/settings/api-keys">
          {visit.text(texts.toList)}
        </a>
      </div>
    </section>
  </>
);

const Keys = ({
  id,
  title,
  lead,
  visit,
  keys,
}: {
  id: string;
  title: string;
  lead?: string;
  visit: Visit;
  keys: KeyRow[];
}) => (
  <Section id={id} title={title} {...(lead ? { lead } : {})}>
    {keys.length === 0 ? (
      <Nothing title={visit.text(texts.none)} about={visit.text(texts.noneAbout)} />
    ) : (
      <ul class="rows">
        {keys.map((key) => (
          <li key={key.id}>
            <Key visit={visit} apiKey={key} />
          </li>
        ))}
      </ul>
    )}
  </Section>
);

const Key = ({ visit, apiKey }: { visit: Visit; apiKey: KeyRow }) => (
  <>
    <div class="row-main">
      <p class="wrap-anywhere">
        <strong>{apiKey.name}</strong>{" "}
        {apiKey.userId !== visit.person.userId && <span class="tag">{apiKey.userName ?? visit.firm.name}</span>}
      </p>
      <p class="quiet">
        {visit.text(texts.created)} {localTime(apiKey.createdAt, visit.language)}
        {apiKey.expiresAt &&
          `, ${visit.text(apiKey.isExpired ? texts.expired : texts.until)} ${localTime(apiKey.expiresAt, visit.language)}`}
      </p>
      <p class="quiet">{scopeOf(visit, apiKey)}</p>
    </div>
    <Confirm label={visit.text(texts.revoke)} about={apiKey.name} question={visit.text(texts.revokeSure)}>
      <Form visit={visit} action="/settings/api-keys/revoke">
        <button type="submit" name="key" value={apiKey.id}>
          {visit.text(texts.revokeYes)}
        </button>
      </Form>
    </Confirm>
  </>
);

function scopeOf(visit: Visit, { permissions, userId }: KeyRow): string {
  if (permissions === null) return visit.text(userId === null ? texts.everythingOfFirm : texts.everything);
  return permissions.map((permission) => permissionName(visit, permission)).join(" · ");
}

const NewKey = ({ visit, errors }: Props) => {
  const error = (field: string) => errors[field]?.[visit.language];
  const chosen = visit.form.get("scope") === "chosen";
  return (
    <Section id="new" title={visit.text(texts.create)}>
      <Form visit={visit} action="/settings/api-keys/create" class="wide-form">
        <Field
          id="name"
          label={visit.text(texts.name)}
          hint={visit.text(texts.nameHint)}
          value={visit.form.get("name") ?? ""}
          maxLength={100}
          autocomplete="off"
          required
          error={error("name")}
        />
        {visit.may("keys:manage") && (
          <fieldset>
            <legend>{visit.text(texts.holder)}</legend>
            <Option
              name="holder"
              value="me"
              checked={visit.form.get("holder") !== "firm"}
              label={visit.text(texts.mine)}
              about={visit.text(texts.mineHint)}
            />
            <Option
              name="holder"
              value="firm"
              checked={visit.form.get("holder") === "firm"}
              label={visit.text(texts.firm)}
              about={visit.text(texts.firmHint)}
            />
          </fieldset>
        )}
        <fieldset>
          <legend>{visit.text(texts.scope)}</legend>
          <Option
            name="scope"
            value="all"
            checked={!chosen}
            label={visit.text(texts.all)}
            about={visit.may("keys:manage") ? visit.text(texts.allOfFirm) : undefined}
          />
          <Option name="scope" value="chosen" checked={chosen} label={visit.text(texts.chosen)} />
        </fieldset>
        <PermissionGrid visit={visit} error={error("permission")} />
        <Field
          id="until"
          type="date"
          label={visit.text(texts.expires)}
          hint={visit.text(texts.expiresHint)}
          value={visit.form.get("until") ?? ""}
          error={error("until")}
        />
        <div class="actions">
          <button type="submit">{visit.text(texts.submit)}</button>
        </div>
      </Form>
    </Section>
  );
};
