import { z } from 'zod'
import type { Findings } from '#commands/assistant/findings.ts'
import type { AiTool } from '#commands/gateways/ai/ai.ts'
import type { Route } from '#contract/kernel/contract.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { type Day, dayOfEpoch } from '#domain/kernel/time.ts'
import type { Language } from '#api/kernel/languages.ts'
import { type OwnReads, ReadRefused } from './own-reads.ts'

/** Means of a tool: the caller's own reads, and the finds of this question. */
export type Desk = {
  readonly reads: OwnReads
  readonly findings: Findings
  readonly profileId: string
  readonly language: Language
  readonly timeZone: string
  readonly today: Day
}

/**
 * A tool that the model may call. It is offered to callers who may use `route`, which checks them
 * again.
 */
export type ChatTool = {
  readonly name: string
  readonly permission: Permission | null
  readonly bind: (desk: Desk) => AiTool
}

const permissionOf = ({ access }: Pick<Route, 'access'>): Permission | null =>
  typeof access === 'object' ? (access.permission ?? null) : null

export function chatTool<S extends z.ZodType>(spec: {
  readonly name: string
  readonly route: Pick<Route, 'access'>
  readonly description: string
  readonly input: S
  readonly run: (input: z.output<S>, desk: Desk) => Promise<unknown>
}): ChatTool {
  const { name, description, input } = spec
  return {
    name,
    permission: permissionOf(spec.route),
    bind: (desk) => ({
      name,
      description,
      input,
      async run(args) {
        const parsed = input.safeParse(args)
        if (!parsed.success) return { error: z.prettifyError(parsed.error) }
        try {
          return await spec.run(parsed.data, desk)
        } catch (error) {
          if (error instanceof ReadRefused) return { error: error.code }
          throw error
        }
      },
    }),
  }
}

/** A day for the model; undefined for none. */
export const toDay = (epochMs: number): Day | undefined =>
  epochMs === 0 ? undefined : dayOfEpoch(epochMs, 'UTC')

/** The longest text of a record that is told. @unit characters */
const LONGEST = 300
/** A text that others typed, short and on one line. */
export const toText = (text: string): string | undefined =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST) || undefined
