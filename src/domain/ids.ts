const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a record's id, a UUID. No record has any other. */
export const isId = (text: string): boolean => uuidForm.test(text);

/** Comes before every record's id: where a walk through all of them begins. */
export const nilId = "00000000-0000-0000-0000-000000000000";
