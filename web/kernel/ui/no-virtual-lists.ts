/**
 * Stands for `@tanstack/react-virtual`, which Headless UI 2.2.10 imports for its comboboxes' `virtual` option alone. We draw no list
 * long enough for it, and 10 kB is too much for a thing not used.
 */
export function useVirtualizer(): never {
  throw new Error('Comboboxes are not virtual here: take the alias out of vite.config.ts first.')
}
