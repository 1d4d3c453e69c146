import { areas, type Permission, permissions, verbs } from "../../../domain/permissions.js";
import { announced } from "../../components/announced.js";
import { PlainList } from "../../components/plain-list.js";
import { administrationNames, areaNames, isAdministrative, permissionName, verbNames } from "../../vocabulary-texts.js";
import type { PageRequest } from "../page-request.js";
import { apiKeyTexts as texts } from "./texts.js";

const administrative = permissions.filter(isAdministrative);

/** The vocabulary of permissions to choose from, by area. */
export const PermissionGrid = ({ request }: { request: PageRequest }) => {
  const error = request.fault("permission");
  return (
    <fieldset class="permissions" {...(error && { ...announced, "aria-describedby": "permission-error" })}>
      <legend>{request.text(texts.permissions)}</legend>
      <PlainList class="permission-grid">
        {areas.map((area) => (
          <li key={area}>
            <span>{request.text(areaNames[area])}</span>
            <span class="inline-choices">
              {verbs.map((verb) => (
                <Choice
                  key={verb}
                  request={request}
                  permission={`${area}:${verb}`}
                  label={request.text(verbNames[verb])}
                />
              ))}
            </span>
          </li>
        ))}
        <li>
          <span>{request.text(texts.administration)}</span>
          <span class="inline-choices">
            {administrative.map((permission) => (
              <Choice
                key={permission}
                request={request}
                permission={permission}
                label={request.text(administrationNames[permission])}
              />
            ))}
          </span>
        </li>
      </PlainList>
      {error && (
        <p class="field-error" id="permission-error">
          {error}
        </p>
      )}
    </fieldset>
  );
};

const Choice = ({ request, permission, label }: { request: PageRequest; permission: Permission; label: string }) => (
  <label class="inline-choice">
    <input
      type="checkbox"
      name="permission"
      value={permission}
      checked={request.form.getAll("permission").includes(permission)}
      aria-label={request.text(permissionName(permission))}
    />
    {label}
  </label>
);
