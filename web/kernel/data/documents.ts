import { useQuery } from '@tanstack/react-query'
import { documentRoutes } from '#contract/documents/documents.contract.ts'
import { LARGEST_PAGE } from '#contract/kernel/api.values.ts'
import { call, dataOf, type Reply, request } from './client.ts'
import type { Progress } from './send-with-progress.ts'

/** A file on the server: its type is detected in its content. */
export type Uploaded = Pick<
  Reply<typeof documentRoutes.upload>[number],
  'id' | 'name' | 'type' | 'bytes'
>

/** Sends one file. @throws ApiProblem for every failure */
export async function uploadFile(
  file: File,
  options: { readonly onProgress: Progress; readonly signal: AbortSignal },
): Promise<Uploaded> {
  const body = new FormData()
  body.append('file', file)
  const answer = await request(documentRoutes.upload, { body, ...options }, 'application/json')
  const [uploaded] = await dataOf<Reply<typeof documentRoutes.upload>>(answer)
  if (!uploaded) throw new Error('The answer names no file')
  return uploaded
}

/** The user's newest files, for the names of those a form holds. Not read while it holds none. */
export function useDocuments(need: boolean): ReadonlyMap<string, Uploaded> | undefined {
  const { data } = useQuery({
    queryKey: ['documents', 'document', 'newest'],
    queryFn: ({ signal }) => call(documentRoutes.list, { query: { limit: LARGEST_PAGE }, signal }),
    enabled: need,
    meta: { refusal: 'silent' },
  })
  return data && new Map(data.map((one) => [one.id, one]))
}
