import { expect, test } from 'vitest'
import { catalogue } from '#domain/kernel/errors.ts'
import { capturedLog } from '#tests/doubles/captured-log.ts'

const logged = (details: object, message = 'a line') => {
  const { logger, lines } = capturedLog()
  logger.error(details, message)
  return lines()[0] ?? { level: 0, msg: '' }
}

test('what is known by its name is hidden, however deep it stands', () => {
  expect(
    logged({
      topic: 'project',
      password: 'canary',
      headers: { authorization: 'canary' },
      deep: {
        list: [
          {
            iban: 'canary',
            IBAN: 'canary',
            'set-cookie': ['canary'],
            access_token: 'canary',
            firstName: 'canary',
            kept: 7,
          },
        ],
      },
      missing: null,
    }),
  ).toMatchObject({
    topic: 'project',
    password: '[hidden]',
    headers: '[hidden]',
    deep: {
      list: [
        {
          iban: '[hidden]',
          IBAN: '[hidden]',
          'set-cookie': '[hidden]',
          access_token: '[hidden]',
          firstName: '[hidden]',
          kept: 7,
        },
      ],
    },
    missing: null,
  })
})

test.each([
  [
    'a password in an address',
    'connect mongodb://carnet:c%40nary@db.example:27017/carnet failed',
    'connect mongodb://[hidden]@db.example:27017/carnet failed',
  ],
  ['a password alone in an address', 'redis://:canary@cache:6379', 'redis://[hidden]@cache:6379'],
  [
    'a mail address',
    'no account of anna.exemple+x@atelier-quartz.example here',
    'no account of [hidden] here',
  ],
  [
    'an IBAN',
    'FR76 3000 6000 0112 3456 7890 189 or FR7630006000011234567890189',
    '[hidden] or [hidden]',
  ],
  ['a telephone number', 'call 06 12 34 56 78 or +33 6 12 34 56 78', 'call [hidden] or [hidden]'],
  [
    'a token',
    'sent Bearer abcdef012345 and eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln',
    'sent Bearer [hidden] and [hidden]',
  ],
  [
    'a secret in a query',
    'GET /callback?code=canary&state=1',
    'GET /callback?code=[hidden]&state=1',
  ],
])('%s is hidden in a message, and in an error’s', (_, text, shown) => {
  expect(logged({}, text).msg).toBe(shown)
  expect(logged({ err: new Error(text) })).toMatchObject({ err: { type: 'Error', message: shown } })
})

test('what is neither is left as it is: ids, positions, times and hashes', () => {
  const line = {
    work: '01KAJ3W9QH5Z8N2T7R4M6P0XYB',
    eventId: '0b9c6f2e-8a57-8c1e-9d1b-2f6a4d1c7e11',
    position: '00000000000000041207',
    nextTryAt: 1_795_258_800_123,
    hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  }
  expect(logged(line)).toMatchObject(line)
})

test('of an error its type, message, code, frames and causes are told, and nothing that its thrower hung on it', () => {
  const cause = Object.assign(new Error('AUTH failed'), {
    code: 'WRONGPASS',
    command: { name: 'auth', args: ['carnet', 'canary'] },
  })
  const err = Object.assign(new Error('The queue reports an error', { cause }), {
    response: { body: 'canary' },
    writeErrors: [{ op: { mail: 'canary' } }],
    statusCode: 502,
  })
  const line = logged({ err })
  expect(line['err']).toEqual({
    type: 'Error',
    message: 'The queue reports an error',
    status: 502,
    stack: expect.stringMatching(/^\s+at .*logger\.test\.ts/),
    cause: { type: 'Error', message: 'AUTH failed', code: 'WRONGPASS' },
  })
  expect(JSON.stringify(line)).not.toContain('canary')
})

test('an error quotes neither what it could not parse, nor what it refused', () => {
  const parsing = () => {
    try {
      JSON.parse('{"mail": canary')
      throw new Error('parsed')
    } catch (error) {
      return error
    }
  }
  expect(logged({ err: parsing() })).toMatchObject({
    err: { type: 'SyntaxError', message: expect.stringMatching(/JSON/) },
  })
  expect(JSON.stringify(logged({ err: parsing() }))).not.toContain('canary')
  const duplicate = new Error(
    'E11000 duplicate key error collection: carnet.users__v1 index: mail dup key: { mail: "canary" }',
  )
  expect(logged({ err: duplicate })).toMatchObject({
    err: {
      message: 'E11000 duplicate key error collection: carnet.users__v1 index: mail dup key: {…}',
    },
  })
  const refused = catalogue({ NAME_TAKEN: 'conflict' })('NAME_TAKEN', { name: 'canary' })
  expect(logged({ err: refused })).toMatchObject({
    err: { type: 'Refusal', message: 'NAME_TAKEN' },
  })
  expect(JSON.stringify(logged({ err: refused }))).not.toContain('canary')
})

test('a child logger, as each request has one, hides the same', () => {
  const { logger, text, lines } = capturedLog()
  logger
    .child({ correlationId: 'c-1' })
    .warn(
      { err: new Error('mongodb://u:canary@h'), password: 'canary' },
      'of canary@carnet.example',
    )
  expect(lines()).toMatchObject([{ correlationId: 'c-1' }])
  expect(text()).not.toContain('canary')
})
