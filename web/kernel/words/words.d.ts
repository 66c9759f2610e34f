/** Written by words-plugin.ts. */
declare module 'virtual:words/*' {
  type Words = Record<string, unknown>
  export const kernel: Words
  export const titles: Words
  export const contexts: Record<string, () => Promise<{ default: Words }>>
}
