import clsx from 'clsx'
import { Camera, FileText, Paperclip, RotateCcw, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ACCEPTED, MAX_FILE_BYTES, MAX_FILES } from '#contract/documents/document.values.ts'
import { type Uploaded, uploadFile, useDocuments } from '#web/kernel/data/documents.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { bytesText, numberText } from '#web/kernel/words/formats.ts'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { holdForm } from './form-waits.ts'

const FilePreview = lazy(async () => ({
  default: (await import('./file-preview.tsx')).FilePreview,
}))

/** A file being sent: the share that is sent, or why it failed. */
type Sending = {
  readonly key: number
  readonly file: File
  readonly share: number
  readonly error?: string
}

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
  const problemText = useProblemText()
  const { field, error, id, wiring } = useField(props.name, { ...props, hint: true })
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  const [sent, setSent] = useState<ReadonlyMap<string, Uploaded>>(new Map())
  const [shown, setShown] = useState<Uploaded | null>(null)
  const stops = useRef(new Map<number, AbortController>())
  const next = useRef(0)
  const { control } = useFormContext()
  // A received id is added to the present list, which may have changed since the file was sent.
  const current = useRef<readonly string[]>([])
  // ids on the wire
  current.current = several
    ? ((field.value ?? []) as readonly string[])
    : field.value
      ? [String(field.value)]
      : []
  const known = useDocuments(current.current.some((one) => !sent.has(one)))
  const write = (ids: readonly string[]) => {
    current.current = ids
    field.onChange(several ? ids : (ids[0] ?? 0))
  }
  useEffect(() => {
    const all = stops.current
    return () => {
      for (const stop of all.values()) stop.abort()
    }
  }, [])

  const limit = bytesText(language, MAX_FILE_BYTES)
  const most = several ? max : 1
  const patch = (key: number, change: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const drop = (key: number) => {
    stops.current.get(key)?.abort()
    stops.current.delete(key)
    setSending((all) => all.filter((one) => one.key !== key))
  }

  const begin = (file: File) => {
    const key = next.current++
    const stop = new AbortController()
    stops.current.set(key, stop)
    setSending((all) => [...all, { key, file, share: 0 }])
    const isGivenUp = new Promise<boolean>((resolve) =>
      stop.signal.addEventListener('abort', () => resolve(true)),
    )
    holdForm(control, Promise.race([send(file, key, stop), isGivenUp]))
  }
  /** @returns whether it was sent, or given up by the user */
  const send = async (file: File, key: number, stop: AbortController): Promise<boolean> => {
    try {
      const kept = await uploadFile(file, {
        onProgress: (share) => patch(key, { share }),
        signal: stop.signal,
      })
      if (stop.signal.aborted) return true
      setSent((all) => new Map(all).set(kept.id, kept))
      write(several ? [...current.current, kept.id] : [kept.id])
      drop(key)
      return true
    } catch (problem) {
      if (!stop.signal.aborted) patch(key, { error: problemText(problem) })
      return stop.signal.aborted
    }
  }
  const take = (files: readonly File[], rejections: readonly FileRejection[]) => {
    const wrong = rejections[0]
    const code = wrong?.errors[0]?.code
    const room = several ? most - current.current.length : 1
    if (wrong && code === 'file-too-large')
      setRefused(t('file.tooLarge', { name: wrong.file.name, limit }))
    else if (wrong && code === 'file-invalid-type')
      setRefused(t('file.type', { name: wrong.file.name }))
    else if (wrong || files.length > room) setRefused(t('file.tooMany', { count: most }))
    else setRefused(null)
    for (const file of files.slice(0, Math.min(room, MAX_FILES))) begin(file)
  }
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
  const photograph = () => {
    const camera = document.createElement('input')
    Object.assign(camera, { type: 'file', accept: 'image/*', capture: 'environment' })
    camera.addEventListener('change', () => {
      const taken = [...(camera.files ?? [])]
      const tooLarge = taken.find(({ size }) => size > MAX_FILE_BYTES)
      if (tooLarge) setRefused(t('file.tooLarge', { name: tooLarge.name, limit }))
      else take(taken, [])
    })
    camera.click()
  }
  const full = several && current.current.length >= most
  const nameOf = (one: string) => sent.get(one)?.name ?? known?.get(one)?.name ?? t('file.document')
  const fileOf = (one: string): Uploaded =>
    sent.get(one) ?? known?.get(one) ?? { id: one, name: t('file.document'), type: '', bytes: 0 }
  const sizeOf = (one: string) => sent.get(one)?.bytes ?? known?.get(one)?.bytes
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
          {current.current.map((one) => (
            <li key={one} className="file-line">
              <FileText
                size={16}
                strokeWidth={1.7}
                aria-hidden="true"
                className="shrink-0 text-ink-subtle"
              />
              <button
                type="button"
                className="link min-w-0 grow cursor-pointer truncate border-0 bg-transparent p-0 text-start"
                onClick={() => setShown(fileOf(one))}
              >
                <bdi>{nameOf(one)}</bdi>
              </button>
              {sizeOf(one) !== undefined && (
                <span className="num text-xs text-ink-subtle">
                  {bytesText(language, sizeOf(one) ?? 0)}
                </span>
              )}
              {!props.readOnly && (
                <IconButton
                  icon={X}
                  size={15}
                  label={t('list.remove', { name: nameOf(one) })}
                  className="!size-7"
                  onClick={() => write(current.current.filter((kept) => kept !== one))}
                />
              )}
            </li>
          ))}
          {sending.map((one) => (
            <li key={one.key} className="file-line">
              <Paperclip
                size={16}
                strokeWidth={1.7}
                aria-hidden="true"
                className="shrink-0 text-ink-subtle"
              />
              <span className="min-w-0 grow">
                <bdi className="block truncate">{one.file.name}</bdi>
                {one.error === undefined ? (
                  <progress
                    className="file-progress"
                    max={1}
                    value={one.share}
                    aria-label={t('file.sending', { name: one.file.name })}
                  />
                ) : (
                  <span className="block text-sm text-negative" role="alert">
                    {one.error}
                  </span>
                )}
              </span>
              {one.error === undefined ? (
                <span className="num text-xs text-ink-subtle">
                  {`${numberText(language, Math.round(one.share * 100))} %`}
                </span>
              ) : (
                <IconButton
                  icon={RotateCcw}
                  size={15}
                  label={t('file.retry', { name: one.file.name })}
                  className="!size-7"
                  onClick={() => {
                    drop(one.key)
                    begin(one.file)
                  }}
                />
              )}
              <IconButton
                icon={X}
                size={15}
                label={t('file.cancel', { name: one.file.name })}
                className="!size-7"
                onClick={() => drop(one.key)}
              />
            </li>
          ))}
        </ul>
        {!props.readOnly && !full && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-1">
            <input
              {...getInputProps()}
              aria-label={props.label}
              aria-invalid={wiring['aria-invalid']}
            />
            <Button size="sm" icon={Paperclip} ref={field.ref} onBlur={field.onBlur} onClick={open}>
              {t(current.current.length > 0 && !several ? 'file.replace' : 'file.choose', {
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
      {shown && (
        <Suspense fallback={null}>
          <FilePreview file={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </FieldShell>
  )
}
