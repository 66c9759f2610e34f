/** Checks of form that a screen makes as one types; the same that the server makes. */
export { sirenOfSiret, vatNumberOf } from '#domain/kernel/identifiers.ts'
export { isCompanyForm, LEGAL_STATUSES } from '#domain/kernel/legal-statuses.ts'
