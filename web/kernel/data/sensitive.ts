/**
 * Fields that no storage of the browser holds: passwords, bank details, birth dates.
 * @source OWASP ASVS 4.0.3, 8.2.2
 */
const SENSITIVE = /password|secret|confirmation|^again$|^current$|bankNumber|iban|bic$|birthDate/i

/** Values of a form without those of its sensitive fields. */
export const withoutSensitive = (
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !SENSITIVE.test(name)))
