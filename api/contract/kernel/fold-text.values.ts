export { foldText, hasWords } from '#domain/kernel/fold-text.values.ts'
