import { expect, test } from './test.ts'
import { signIn } from './sign-in.ts'
