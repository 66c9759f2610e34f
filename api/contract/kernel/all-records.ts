/** Every record type, apart from `records.ts`: a screen of one type does not load the others. */
export { records } from '#domain/records.ts'
