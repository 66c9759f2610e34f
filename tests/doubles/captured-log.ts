import { createLogger } from '#api/kernel/logger.ts'

type CapturedLine = Readonly<Record<string, unknown>> & {
  readonly level: number
  readonly msg: string
}

/** The product's own log at its most talkative, kept instead of printed. */
export function capturedLog() {
  const written: string[] = []
  return {
    logger: createLogger('trace', { write: (line) => void written.push(line) }),
    text: () => written.join(''),
    // pino writes one object a line
    lines: () => written.map((line) => JSON.parse(line) as CapturedLine),
  }
}
