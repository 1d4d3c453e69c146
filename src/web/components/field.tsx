import type { JSX } from "preact";

interface FieldProps {
  /** also its name */
  id: string;
  label: string;
  type?: "text" | "email" | "password" | "date" | "search" | "tel";
  value?: string | undefined;
  autocomplete?: string;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  inputMode?: "numeric";
  list?: string;
  placeholder?: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A labelled input; what is wrong with it is said beside it, and to screen readers with it: it has the focus as the page opens. */
export function Field({ id, label, hint, error, ...input }: FieldProps) {
  // Preact's types want one kind of input known beforehand.
  const attributes = { type: "text", autofocus: error !== undefined, ...input } as JSX.IntrinsicElements["input"];
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input id={id} name={id} {...attributes} aria-describedby={describedBy} aria-invalid={error ? true : undefined} />
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
