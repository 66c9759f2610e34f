/** @unit pixels of the page */
type Size = { readonly width: number; readonly height: number }
export type Form = 'wide' | 'phone'

/**
 * A picture of a screen. Each theme is an image of its own: a reader may have chosen another one
 * than the system's. A lazy image that is not shown is not loaded.
 */
export function ThemedPicture({
  addressOf,
  sizes,
  alt,
  className,
}: {
  addressOf: (theme: 'light' | 'dark', form: Form) => string
  sizes: Readonly<Record<Form, Size>>
  alt: string
  className: string
}) {
  return (['light', 'dark'] as const).map((theme) => (
    <picture key={theme} className={theme === 'light' ? 'dark:hidden' : 'hidden dark:block'}>
      <source
        media="(max-width: 767px)"
        srcSet={addressOf(theme, 'phone')}
        width={sizes.phone.width}
        height={sizes.phone.height}
      />
      <img
        src={addressOf(theme, 'wide')}
        alt={alt}
        width={sizes.wide.width}
        height={sizes.wide.height}
        loading="lazy"
        decoding="async"
        className={`h-auto w-full rounded-[4px] border bg-surface-sunken ${className}`}
      />
    </picture>
  ))
}
