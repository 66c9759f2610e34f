import { describe, expect, test } from 'vitest'
import { lookOf } from '#commands/gateways/accounts/look-alikes.ts'

describe('a user name', () => {
  test.each([
    'adm1n',
    'admln',
    'admIn',
    'ADM1N',
    '4dmin',
    '@dm!n',
    'adrnin',
    'аdmin', // a Cyrillic letter
    'adмin', // a small letter drawn as its capital
    'ᴀᴅᴍɪɴ',
    'ađmin',
    'admiŋ',
    'admín',
    'ａｄｍｉｎ',
    'admin_',
    'admin.-',
    'adminʼ',
  ])('%s looks like admin', (name) => expect(lookOf(name)).toBe(lookOf('admin')))

  test.each([
    ['r00t', 'root'],
    ['5upp0r7', 'support'],
    ['carne7', 'carnet'],
  ])('%s looks like %s', (name, other) => expect(lookOf(name)).toBe(lookOf(other)))

  test.each([
    ['admin', 'adam'],
    ['marie', 'maria'],
    ['user-2', 'user-6'],
    ['anna', 'hanna'],
    ['ad.min', 'admin'],
  ])('%s does not look like %s', (name, other) => expect(lookOf(name)).not.toBe(lookOf(other)))
})
