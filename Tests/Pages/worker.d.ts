// What TypeScript 4.8 does not know of service workers.

interface AbortController {
  abort(reason?: unknown): void;
}
