import { type Area, areas, type Permission, permissions, verbs } from "../../domain/permissions.js";
import { administrationNames, areaNames, verbNames } from "../words.js";
import { apiKeysTexts as texts } from "./api-keys-texts.js";
import type { Visit } from "./visit.js";

type Administrative = keyof typeof administrationNames;
const administrative = permissions.filter((one): one is Administrative => Object.hasOwn(administrationNames, one));

/** A permission in words, such as "Tasks: change". */
export function permissionName(visit: Pick<Visit, "text">, permission: Permission): string {
  if (Object.hasOwn(administrationNames, permission))
    return visit.text(administrationNames[permission as Administrative]);
  const [area, verb] = permission.split(":") as [Area, (typeof verbs)[number]];
  return `${visit.text(areaNames[area])}: ${visit.text(verbNames[verb]).toLowerCase()}`;
}

const Choice = ({ visit, permission, label }: { visit: Visit; permission: Permission; label: string }) => (
  <label class="inline-choice">
    <input
      type="checkbox"
      name="permission"
      value={permission}
      checked={visit.form.getAll("permission").includes(permission)}
      aria-label={permissionName(visit, permission)}
    />
    {label}
  </label>
);

/** The vocabulary of permissions to choose from, by area. */
export const PermissionGrid = ({ visit, error }: { visit: Visit; error: string | undefined }) => (
  <fieldset class="permissions" aria-describedby={error ? "permission-error" : undefined}>
    <legend>{visit.text(texts.permissions)}</legend>
    <ul class="permission-grid">
      {areas.map((area) => (
        <li key={area}>
          <span>{visit.text(areaNames[area])}</span>
          <span class="inline-choices">
            {verbs.map((verb) => (
              <Choice key={verb} visit={visit} permission={`${area}:${verb}`} label={visit.text(verbNames[verb])} />
            ))}
          </span>
        </li>
      ))}
      <li>
        <span>{visit.text(texts.administration)}</span>
        <span class="inline-choices">
          {administrative.map((permission) => (
            <Choice
              key={permission}
              visit={visit}
              permission={permission}
              label={visit.text(administrationNames[permission])}
            />
          ))}
        </span>
      </li>
    </ul>
    {error && (
      <p class="field-error" id="permission-error">
        {error}
      </p>
    )}
  </fieldset>
);
