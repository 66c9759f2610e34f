export { elided } from '#domain/kernel/elision.values.ts'
