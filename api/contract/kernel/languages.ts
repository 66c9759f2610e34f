export { textIn } from '#domain/kernel/languages.values.ts'
