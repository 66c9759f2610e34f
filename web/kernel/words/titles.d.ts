/** Written by titles-plugin.ts. */
declare module 'virtual:titles/*' {
  const titles: Record<string, unknown>
  export default titles
}
