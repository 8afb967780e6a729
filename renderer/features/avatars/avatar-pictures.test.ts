import { expect, it } from "vitest";
import { createAvatarPictures } from "./avatar-pictures.ts";

/** Pictures whose requests end when the test says so. */
function setUp() {
  const requests: { url: string; signal: AbortSignal; end: (src: string) => void; fail: () => void }[] = [];
  const pictures = createAvatarPictures(
    (_, url, signal) =>
      new Promise((resolve, reject) => {
        requests.push({ url, signal, end: resolve, fail: () => reject(new Error("no picture")) });
      }),
  );
  const settle = () => new Promise((done) => setTimeout(done));
  return { pictures, requests, settle };
}

it("requests a picture once for all of its avatars", async () => {
  const { pictures, requests, settle } = setUp();
  const ends = [pictures.use("1", "/ada.png"), pictures.use("1", "/ada.png")];
  pictures.use("2", "/ada.png");
  expect(requests).toHaveLength(2);
  requests[0]?.end("data:ada");
  await settle();
  expect(pictures.get("1", "/ada.png")).toBe("data:ada");
  expect(pictures.get("2", "/ada.png")).toBeUndefined();
  for (const end of ends) end();
  pictures.use("1", "/ada.png");
  expect(requests).toHaveLength(2);
});

it("cancels a request that no avatar needs any more, and requests the picture again later", () => {
  const { pictures, requests } = setUp();
  const ends = [pictures.use("1", "/ada.png"), pictures.use("1", "/ada.png")];
  ends[0]?.();
  expect(requests[0]?.signal.aborted).toBe(false);
  ends[1]?.();
  expect(requests[0]?.signal.aborted).toBe(true);
  pictures.use("1", "/ada.png");
  expect(requests).toHaveLength(2);
});

it("does not request again what failed", async () => {
  const { pictures, requests, settle } = setUp();
  const end = pictures.use("1", "/gone.png");
  requests[0]?.fail();
  await settle();
  end();
  pictures.use("1", "/gone.png");
  expect(requests).toHaveLength(1);
  expect(pictures.get("1", "/gone.png")).toBeUndefined();
});

it("keeps the 500 pictures that were used last, and those on screen", async () => {
  const { pictures, requests, settle } = setUp();
  pictures.use("1", "/shown.png");
  for (let i = 0; i < 600; i++) {
    const end = pictures.use("1", `/${i}.png`);
    requests.at(-1)?.end(`data:${i}`);
    await settle();
    end();
  }
  expect(pictures.get("1", "/99.png")).toBeUndefined();
  expect(pictures.get("1", "/150.png")).toBe("data:150");
  pictures.use("1", "/shown.png");
  expect(requests).toHaveLength(601);
});
