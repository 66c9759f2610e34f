import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MAX_FILE_BYTES, MAX_FILES } from '#contract/documents/document.values.ts'
import { type Uploaded, uploadFile } from '#web/kernel/data/documents.ts'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import { telling } from '#web/kernel/data/queries.ts'
import { bytesText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { holdForm } from './form-waits.ts'

/** A file being sent: the share that is sent, or why it failed. */
export type Sending = {
  readonly key: number
  readonly file: File
  readonly share: number
  readonly error?: string
}

/** Why files are refused. */
export type Refusal =
  | { readonly kind: 'tooLarge' | 'type'; readonly name: string }
  | { readonly kind: 'tooMany' }

/** A file that the drop zone does not take. */
type Rejected = {
  readonly file: Pick<File, 'name'>
  readonly errors: readonly { readonly code: string }[]
}

/**
 * Why the first of the wrong files is refused, or all that have no room; null when none is.
 *
 * @param room how many files the field still takes
 */
export function refusalOf(
  files: readonly File[],
  [wrong]: readonly Rejected[],
  room: number,
): Refusal | null {
  const code = wrong?.errors[0]?.code
  if (wrong && code === 'file-too-large') return { kind: 'tooLarge', name: wrong.file.name }
  if (wrong && code === 'file-invalid-type') return { kind: 'type', name: wrong.file.name }
  return wrong || files.length > room ? { kind: 'tooMany' } : null
}

/**
 * Files that a field sends at once; its form waits for them.
 *
 * @param ids the field's present ids, which may change while a file is sent
 * @param most how many files the field takes
 */
export function useUploads(
  ids: RefObject<readonly string[]>,
  {
    several,
    most,
    write,
  }: {
    readonly several: boolean
    readonly most: number
    readonly write: (ids: readonly string[]) => void
  },
) {
  const { t } = useTranslation('fields')
  const { language } = usePreferences()
  const problemText = useProblemText()
  const { control } = useFormContext()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [sent, setSent] = useState<ReadonlyMap<string, Uploaded>>(new Map())
  const stops = useRef(new Map<number, AbortController>())
  const next = useRef(0)
  useEffect(() => {
    const all = stops.current
    return () => {
      for (const stop of all.values()) stop.abort()
    }
  }, [])

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
      const uploaded = await telling(
        uploadFile(file, {
          onProgress: (share) => patch(key, { share }),
          signal: stop.signal,
        }),
      )
      if (stop.signal.aborted) return true
      setSent((all) => new Map(all).set(uploaded.id, uploaded))
      write(several ? [...ids.current, uploaded.id] : [uploaded.id])
      drop(key)
      return true
    } catch (problem) {
      if (!stop.signal.aborted) patch(key, { error: problemText(problem) })
      return stop.signal.aborted
    }
  }
  const take = (files: readonly File[], rejections: readonly Rejected[]) => {
    const room = several ? most - ids.current.length : 1
    setRefusal(refusalOf(files, rejections, room))
    for (const file of files.slice(0, Math.min(room, MAX_FILES))) begin(file)
  }
  /** Opens a phone's camera. */
  const photograph = () => {
    const camera = document.createElement('input')
    Object.assign(camera, { type: 'file', accept: 'image/*', capture: 'environment' })
    camera.addEventListener('change', () => {
      const taken = [...(camera.files ?? [])]
      const tooLarge = taken.find(({ size }) => size > MAX_FILE_BYTES)
      if (tooLarge) setRefusal({ kind: 'tooLarge', name: tooLarge.name })
      else take(taken, [])
    })
    camera.click()
  }
  const again = ({ key, file }: Sending) => {
    drop(key)
    begin(file)
  }
  return {
    sending,
    sent,
    /** The refusal as a sentence. */
    refused:
      refusal &&
      (refusal.kind === 'tooMany'
        ? t('file.tooMany', { count: most })
        : t(`file.${refusal.kind}`, {
            name: refusal.name,
            limit: bytesText(language, MAX_FILE_BYTES),
          })),
    take,
    photograph,
    drop,
    again,
  }
}
