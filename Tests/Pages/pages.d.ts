// What TypeScript 4.8 does not know of pages.

interface Window {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(text: string): string },
    ): { createScriptURL(text: string): string };
  };
}
interface Element {
  checkVisibility?(): boolean;
}
