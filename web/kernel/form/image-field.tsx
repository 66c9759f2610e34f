import clsx from 'clsx'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { initialsOf } from '#web/kernel/ui/initials.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { readAsDataUrl } from './data-url.ts'
import { FieldNote, type FieldProps, useField } from './field.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { late } from '#web/kernel/ui/late.tsx'

const ImageCrop = late(async () => (await import('./image-crop.tsx')).ImageCrop)

const TYPES = ['image/png', 'image/jpeg', 'image/webp']
/** A file of a phone by its type or, where the browser knows none, its name. */
const isHeif = ({ type, name }: File): boolean =>
  /^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name)
/** A larger file is refused; one above the field's limit is made smaller. @unit bytes */
const LARGEST = 25_000_000

/**
 * A picture, dropped or chosen, with a preview. A part of it can be kept, and one that is too large
 * is made smaller. Its value is a data URL, or `empty` for none. Type and size are checked here for
 * a quick answer; the server checks the bytes.
 *
 * @param portrait name of the person shown: the picture is round, with initials while there is none
 * @unit maxBytes bytes of the file
 */
export function ImageField({
  maxBytes,
  portrait,
  empty = null,
  ...props
}: FieldProps & { maxBytes: number; portrait?: string; empty?: null | '' }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const { setError, clearErrors } = useFormContext()
  const { field, error, id, wiring } = useField(props.name, { ...props, hint: true })
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  /** The picture of which a part is chosen; empty while none is. */
  const [cropping, setCropping] = useState('')
  const value = typeof field.value === 'string' && field.value !== '' ? field.value : null
  const sizeText = (bytes: number) =>
    bytes >= 1_000_000
      ? t('form.megabytes', { size: numberText(language, bytes / 1_000_000, { digits: 1 }) })
      : t('form.kilobytes', { size: numberText(language, Math.round(bytes / 1000)) })
  const limit = sizeText(maxBytes)

  const take = async (file: File | undefined) => {
    if (!file) return
    const refuse = (message: string) => setError(props.name, { type: 'file', message })
    const isPhones = isHeif(file)
    if (!isPhones && !TYPES.includes(file.type)) return refuse(t('form.error.imageType'))
    if (file.size > LARGEST) return refuse(t('form.error.imageSize', { limit: sizeText(LARGEST) }))
    const url = await readAsDataUrl(file)
    if (!(await isDrawable(url)))
      return refuse(t(isPhones ? 'error.IMAGE_HEIC' : 'form.error.imageBroken'))
    clearErrors(props.name)
    // A browser that draws a phone's format writes it as JPEG after the crop.
    if (isPhones || file.size > maxBytes) setCropping(url)
    else field.onChange(url)
  }

  return (
    <fieldset
      className={clsx('m-0 min-w-0 border-0 p-0', props.className)}
      aria-labelledby={`${id}-l`}
    >
      <div className="flex items-center gap-4">
        <button
          type="button"
          className={clsx('drop', portrait !== undefined && 'drop-round')}
          data-over={over}
          aria-label={
            value
              ? t('form.replaceImage', { label: props.label })
              : `${t('form.dropHere')}, ${props.label}`
          }
          onClick={() => input.current?.click()}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            void take(event.dataTransfer.files[0])
          }}
        >
          {value ? (
            <img src={value} alt={props.label} />
          ) : portrait ? (
            <span data-initials={initialsOf(portrait)} aria-hidden="true" />
          ) : (
            <span className="px-2 text-center text-xs text-ink-subtle">{t('form.dropHere')}</span>
          )}
        </button>
        <input
          {...wiring}
          ref={input}
          type="file"
          accept={TYPES.join(',')}
          className="sr-only"
          tabIndex={-1}
          aria-label={props.label}
          onChange={(event) =>
            void take(event.target.files?.[0]).finally(() => (event.target.value = ''))
          }
        />
        <div className="min-w-0">
          <span className="label !mb-0" id={`${id}-l`}>
            {props.label}
          </span>
          {!error && (
            <p className="text-xs text-ink-subtle" id={`${id}-h`}>
              {props.hint ?? t('form.imageHint', { limit })}
            </p>
          )}
          <span className="-ms-2 mt-1 flex flex-wrap gap-x-2">
            <Button size="sm" variant="quiet" onClick={() => input.current?.click()}>
              {t(value ? 'action.replace' : 'action.chooseFile')}
            </Button>
            {value && (
              <Button size="sm" variant="quiet" onClick={() => setCropping(value)}>
                {t('crop.act')}
              </Button>
            )}
            {value && (
              <Button
                size="sm"
                variant="quiet"
                className="!text-negative"
                onClick={() => field.onChange(empty)}
              >
                {t('action.remove')}
              </Button>
            )}
          </span>
        </div>
      </div>
      <FieldNote id={id} error={error} />
      {cropping !== '' && (
        <ImageCrop
          source={cropping}
          maxBytes={maxBytes}
          square={portrait !== undefined}
          {...(cropping !== value && { hint: t('crop.tooLarge', { limit }) })}
          onClose={() => setCropping('')}
          onDone={(picture) => {
            field.onChange(picture)
            setCropping('')
          }}
        />
      )}
    </fieldset>
  )
}

const isDrawable = (url: string) =>
  new Promise<boolean>((resolve) => {
    const image = new Image()
    image.onload = () => resolve(image.naturalWidth > 0)
    image.onerror = () => resolve(false)
    image.src = url
  })
