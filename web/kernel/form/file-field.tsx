import clsx from 'clsx'
import { Camera, FileText, Paperclip, RotateCcw, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useTranslation } from 'react-i18next'
import { ACCEPTED, MAX_FILE_BYTES, MAX_FILES } from '#contract/documents/document.values.ts'
import { type Uploaded, useDocuments } from '#web/kernel/data/documents.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { bytesText, numberText } from '#web/kernel/words/formats.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { type Sending, useUploads } from './use-uploads.ts'
import { late } from '#web/kernel/ui/late.tsx'

const FilePreview = late(async () => (await import('./file-preview.tsx')).FilePreview)

/**
 * Documents dropped, pasted, chosen or photographed; they are sent at once. Its value is one id (0
 * for none), or with `several` a list of ids.
 */
export function FileField({
  several = false,
  max = MAX_FILES,
  ...props
}: FieldProps & {
  several?: boolean
  max?: number | undefined
}) {
  const { t } = useTranslation('fields')
  const { language } = usePreferences()
  const { field, error, id, wiring } = useField(props.name, { ...props, hint: true })
  const [shown, setShown] = useState<Uploaded | null>(null)
  const most = several ? max : 1
  const ids = useRef<readonly string[]>([])
  // ids on the wire
  ids.current = several
    ? ((field.value ?? []) as readonly string[])
    : field.value
      ? [String(field.value)]
      : []
  const write = (next: readonly string[]) => {
    ids.current = next
    field.onChange(several ? next : (next[0] ?? 0))
  }
  const { sent, sending, refused, take, photograph, drop, again } = useUploads(ids, {
    several,
    most,
    write,
  })
  const documents = useDocuments(ids.current.some((one) => !sent.has(one)))
  const limit = bytesText(language, MAX_FILE_BYTES)
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    accept: Object.fromEntries(
      Object.entries(ACCEPTED).map(([type, extensions]) => [type, [...extensions]]),
    ),
    maxSize: MAX_FILE_BYTES,
    maxFiles: several ? MAX_FILES : 1,
    multiple: several,
    noClick: true,
    noKeyboard: true,
    disabled: props.readOnly ?? false,
    onDrop: take,
  })
  const isFull = several && ids.current.length >= most
  return (
    <FieldShell
      id={id}
      error={refused ?? error}
      labelled="group"
      {...props}
      hint={
        props.hint ??
        (several ? t('file.limits', { limit, count: MAX_FILES }) : t('file.limit', { limit }))
      }
    >
      <div {...getRootProps({ className: clsx('file-drop', isDragActive && 'is-over') })}>
        <ul aria-label={t('list.chosen', { name: props.label })}>
          {ids.current.map((one) => {
            const file = sent.get(one) ?? documents?.get(one)
            const unread = { id: one, name: t('file.document'), type: '', bytes: 0 }
            return (
              <DocumentLine
                key={one}
                file={file}
                onShow={() => setShown(file ?? unread)}
                onRemove={
                  props.readOnly
                    ? undefined
                    : () => write(ids.current.filter((other) => other !== one))
                }
              />
            )
          })}
          {sending.map((one) => (
            <SendingLine
              key={one.key}
              sending={one}
              onAgain={() => again(one)}
              onCancel={() => drop(one.key)}
            />
          ))}
        </ul>
        {!props.readOnly && !isFull && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-1">
            <input
              {...getInputProps()}
              aria-label={props.label}
              aria-invalid={wiring['aria-invalid']}
            />
            <Button size="sm" icon={Paperclip} ref={field.ref} onBlur={field.onBlur} onClick={open}>
              {t(ids.current.length > 0 && !several ? 'file.replace' : 'file.choose', {
                count: most,
              })}
            </Button>
            {/* A phone's camera: the picture is taken at once. */}
            <Button
              size="sm"
              icon={Camera}
              className="hidden pointer-coarse:inline-flex"
              onClick={photograph}
            >
              {t('file.photograph')}
            </Button>
            <span className="text-xs text-ink-subtle">
              {t(isDragActive ? 'file.release' : 'file.drop')}
            </span>
          </div>
        )}
      </div>
      {shown && <FilePreview file={shown} onClose={() => setShown(null)} />}
    </FieldShell>
  )
}

/** A document of the field. */
function DocumentLine({
  file,
  onShow,
  onRemove,
}: {
  /** Undefined while the user's documents are read. */
  file: Uploaded | undefined
  onShow: () => void
  onRemove: (() => void) | undefined
}) {
  const { t } = useTranslation('fields')
  const { language } = usePreferences()
  const name = file?.name ?? t('file.document')
  return (
    <li className="file-line">
      <FileText size={16} className="shrink-0 text-ink-subtle" />
      <button
        type="button"
        className="link min-w-0 grow cursor-pointer truncate border-0 bg-transparent p-0 text-start"
        onClick={onShow}
      >
        <bdi>{name}</bdi>
      </button>
      {file && (
        <span className="num text-xs text-ink-subtle">{bytesText(language, file.bytes)}</span>
      )}
      {onRemove && (
        <IconButton
          icon={X}
          size={15}
          label={t('list.remove', { name })}
          className="!size-7"
          onClick={onRemove}
        />
      )}
    </li>
  )
}

/** A file on its way, or what kept it from going. */
function SendingLine({
  sending: { file, share, error },
  onAgain,
  onCancel,
}: {
  sending: Sending
  onAgain: () => void
  onCancel: () => void
}) {
  const { t } = useTranslation('fields')
  const { language } = usePreferences()
  return (
    <li className="file-line">
      <Paperclip size={16} className="shrink-0 text-ink-subtle" />
      <span className="min-w-0 grow">
        <bdi className="block truncate">{file.name}</bdi>
        {error === undefined ? (
          <progress
            className="file-progress"
            max={1}
            value={share}
            aria-label={t('file.sending', { name: file.name })}
          />
        ) : (
          <span className="block text-sm text-negative" role="alert">
            {error}
          </span>
        )}
      </span>
      {error === undefined ? (
        <span className="num text-xs text-ink-subtle">
          {`${numberText(language, Math.round(share * 100))} %`}
        </span>
      ) : (
        <IconButton
          icon={RotateCcw}
          size={15}
          label={t('file.retry', { name: file.name })}
          className="!size-7"
          onClick={onAgain}
        />
      )}
      <IconButton
        icon={X}
        size={15}
        label={t('file.cancel', { name: file.name })}
        className="!size-7"
        onClick={onCancel}
      />
    </li>
  )
}
