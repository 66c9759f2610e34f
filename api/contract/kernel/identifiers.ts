/** The server's checks of form, for screens to use while the user types. */
export { normaliseRcs, sirenOfSiret, vatNumberOf } from '#domain/kernel/identifiers.ts'
export { isCompanyForm, LEGAL_STATUSES, SECTORS } from '#domain/kernel/legal-statuses.ts'
