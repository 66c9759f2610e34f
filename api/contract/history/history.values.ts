export { CAUSES } from '#domain/kernel/causes.values.ts'
