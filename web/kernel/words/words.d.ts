/** Written by words-plugin.ts. */
declare module 'virtual:titles/*' {
  const titles: Record<string, unknown>
  export default titles
}
declare module 'virtual:words/*' {
  const contexts: Record<string, () => Promise<{ default: Record<string, unknown> }>>
  export default contexts
}
