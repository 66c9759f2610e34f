import { answerDrawings } from '#commands/kernel/typeset/answer-drawings.ts'
import { createTypesetter } from '#commands/kernel/typeset/typesetter.ts'
import { cvDocument, type CvOrder } from './cv-document.ts'

const typeset = createTypesetter()

answerDrawings<CvOrder>((order) => typeset(cvDocument(order)))
