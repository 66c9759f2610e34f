/**
 * Replaces `@tanstack/react-virtual`, which Headless UI 2.2.10 imports only for its comboboxes'
 * `virtual` option. No list here is long enough to need its 10 kB.
 */
export function useVirtualizer(): never {
  throw new Error('Comboboxes are not virtual here: take the alias out of vite.config.ts first.')
}
