/**
 * Replaces the English messages of zod. The browser only asks whether an answer has its shape; what
 * a user reads of a refusal comes from the words of the product. The messages would cost 1 kB of
 * the bundle.
 */
// oxlint-disable-next-line import/no-default-export -- zod imports a default
export default function codesAlone() {
  return { localeError: ({ code }: { readonly code: string }) => code }
}
