export { withFirst } from '#domain/kernel/first-day.values.ts'
