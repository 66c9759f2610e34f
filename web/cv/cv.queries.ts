import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import type { Cv, CvImport } from '#contract/cv/cv.schemas.ts'
import {
  CV_SECTIONS,
  type CvEntry,
  type CvItem,
  type CvLanguage,
  type CvSection,
  type CvSectionPlace,
} from '#contract/cv/cv.values.ts'
import type { RecordType } from '#contract/kernel/records.ts'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { call, callAll } from '#web/kernel/data/client.ts'
import { blobOf } from '#web/kernel/data/files.ts'
import { useWrite } from '#web/kernel/data/queries.ts'

/** The words after the first are collections: their changes make a query read again. */
export const cvsQuery = () =>
  queryOptions({
    queryKey: ['cv', 'cv', 'all'] as const,
    queryFn: () => call(cvRoutes.list),
  })

/** Every item of all sections, in no order yet. */
export const itemsQuery = (types: Readonly<Record<CvSection, RecordType>>) => ({
  queryKey: ['cv', ...CV_SECTIONS, 'items'] as const,
  queryFn: async (): Promise<readonly CvItem[]> => {
    const lists = await Promise.all(
      CV_SECTIONS.map(async (section) => {
        const rows = await callAll(recordEndpoints(types[section]).list, {
          query: { sort: 'creationDate' },
        })
        return rows.map((row): CvItem => ({ section, id: row.id, values: row }))
      }),
    )
    return lists.flat()
  },
})

type HeadChanges = Partial<
  Pick<Cv, 'title' | 'summary' | 'availableFrom' | 'links' | 'translations'>
>

/** Changes of a CV, or what they are on the CV as it stands when they are sent. */
export type ArrangeCv = (changes: LayoutChanges | ((cv: Cv) => LayoutChanges)) => Promise<unknown>

/** Arranges a CV: one change after another, each on what the one before or another tab left. */
export function useArranging(id: string): ArrangeCv {
  const queries = useQueryClient()
  const change = useWrite(cvRoutes.change, { invalidates: ['cv', 'history'] })
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  return (changes) => {
    const send = async () => {
      const cv = queries.getQueryData(cvsQuery().queryKey)?.find((one) => one.id === id)
      if (!cv) return
      const changed = typeof changes === 'function' ? changes(cv) : changes
      await change.mutateAsync({ body: { id, version: cv.version, ...changed } })
    }
    turn.current = turn.current.then(send, send)
    return turn.current
  }
}

/** Unsaved state of the screen. */
export type CvDraft = { readonly item?: CvItem; readonly changes?: HeadChanges }

/** Changes of how a CV looks, and of the items and sections that it shows. */
type LayoutChanges = Partial<
  Pick<Cv, 'template' | 'accent' | 'withPhoto' | 'textSize' | 'language'>
> & { entries?: CvEntry[]; sections?: CvSectionPlace[]; version?: number }

export const previewQuery = (cv: string, language: CvLanguage, draft: CvDraft) => ({
  queryKey: ['cv', 'cv', ...CV_SECTIONS, 'user', 'preview', cv, language, draft] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    blobOf(cvRoutes.preview, {
      body: {
        cv,
        paper: { language },
        changes: draft.changes ?? {},
        ...(draft.item && { item: draft.item }),
      },
      signal,
    }),
  placeholderData: keepPreviousData,
  retry: false,
  // An item that cannot be saved yet cannot be shown either.
  meta: { refusal: 'silent' as const },
})

/** While the file is read, asks again until it is. @unit milliseconds */
const READING_MS = 400

export const importQuery = (id: string) => ({
  queryKey: ['cv', 'import', id] as const,
  queryFn: () => call(cvRoutes.import, { params: { id } }),
  enabled: id !== '',
  refetchInterval: ({ state }: { state: { data: CvImport | undefined } }) =>
    state.data?.state === 'analyzing' || state.data?.state === 'saving' ? READING_MS : false,
  // Suggestions under review do not change by themselves.
  staleTime: Number.POSITIVE_INFINITY,
  // The text of a dropped file does not stay in memory.
  gcTime: 0,
  retry: false,
})

export const readerQuery = () => ({
  queryKey: ['cv', 'reader'] as const,
  queryFn: () => call(cvRoutes.reader),
  // A server keeps its model while it runs.
  staleTime: Number.POSITIVE_INFINITY,
  meta: { refusal: 'silent' as const },
})

/** Versions of a CV that went with applications. The words after the first are collections. */
export const sentVersionsQuery = (id: string) => ({
  queryKey: ['cv', 'application', 'job', 'offer', 'sentVersions', id] as const,
  queryFn: () => call(prospectingRoutes.sentVersions, { params: { id } }),
  meta: { refusal: 'silent' as const },
})

export const versionQuery = (id: string, number: number) => ({
  queryKey: ['cv', 'version', id, number] as const,
  queryFn: () => call(cvRoutes.version, { params: { id, number } }),
  // A version never changes.
  staleTime: Number.POSITIVE_INFINITY,
})

export const skillsQuery = (skill: RecordType, q: string) => ({
  queryKey: ['cv', 'skill', 'mission', 'suggestions', q] as const,
  queryFn: () => call(recordEndpoints(skill).suggestions, { query: { q } }),
  placeholderData: keepPreviousData,
})
