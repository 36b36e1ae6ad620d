import Encodings
import Testing

@testable import ObjectTransport

@Suite struct AddressTests {
  private func options(
    _ url: String, endpoint: String? = nil, region: String = "us-east-1"
  ) throws -> TransportOptions {
    let pairs: [CBORItem.Pair] = [.init("url", .text(url))]
    let bytes = CBORItem.map(pairs).encoded
    var reader = CBORReader(bytes.span.bytes)
    var options = try TransportOptions(from: &reader)
    options.endpoint = endpoint
    options.region = region
    return options
  }

  @Test func aBucketOfAmazonsHasAHostOfItsOwn() throws {
    let plain = try S3Address(options("s3://plants/our garden"))
    #expect(
      plain.url("v1/a")
        == "https://plants.s3.us-east-1.amazonaws.com/our%20garden/v1/a")
    #expect(plain.host == "plants.s3.us-east-1.amazonaws.com")
    let china = try S3Address(options("s3://plants", region: "cn-north-1"))
    #expect(
      china.url("a") == "https://plants.s3.cn-north-1.amazonaws.com.cn/a")
    // No certificate covers such names.
    for name in ["my.plants", "Plants"] {
      let address = try S3Address(options("s3://\(name)/"))
      #expect(
        address.url("a") == "https://s3.us-east-1.amazonaws.com/\(name)/a")
    }
  }

  @Test func anEndpointIsAskedByPaths() throws {
    let address = try S3Address(
      options("s3://plants//a//", endpoint: "https://box:9000/s3/"))
    #expect(address.url("v1/x") == "https://box:9000/s3/plants//a//v1/x")
    #expect(address.name(ofKey: "/a//v1/x") == "v1/x")
    #expect(address.name(ofKey: "a/v1/x") == nil)
    #expect(
      address.listing("v1/", after: "v1/b", token: nil)
        == "https://box:9000/s3/plants/?encoding-type=url&list-type=2"
        + "&max-keys=1000&prefix=%2Fa%2F%2Fv1%2F&start-after=%2Fa%2F%2Fv1%2Fb")
    #expect(
      address.listing("v1/", after: "v1/b", token: "+/=")
        == "https://box:9000/s3/plants/?continuation-token=%2B%2F%3D"
        + "&encoding-type=url&list-type=2&max-keys=1000&prefix=%2Fa%2F%2Fv1%2F")
  }

  @Test(arguments: [
    "s3://", "s3:///x", "s3://user@plants/x", "s3://a b/", "s3://a%20b/",
    "s3://pl\u{e4}nts/",
  ])
  func whatNamesNoBucketIsRefused(_ url: String) {
    #expect(throws: TransportError.self) { try S3Address(options(url)) }
  }

  @Test func pathsAreEscapedOnce() throws {
    func path(_ url: String) throws -> String {
      try WebAddress(url, schemes: ["webdav": "http"]).text
    }
    #expect(try path("webdav://host") == "http://host/")
    #expect(try path("webdav://[::1]:80/a b") == "http://[::1]:80/a%20b/")
    #expect(try path("webdav://host/%c3%a4%41/") == "http://host/%C3%A4A/")
    #expect(try path("webdav://host/\u{e4}") == "http://host/%C3%A4/")
    #expect(try path("webdav://host/a%2Fb/%") == "http://host/a%2Fb/%25/")
    #expect(try path("webdav://host/%4/%zz") == "http://host/%254/%25zz/")
    #expect(
      PercentEncoding.decoded("a+b%2B%zz%", plusIsBlank: true)
        == Array("a b+%zz%".utf8))
  }

  @Test func keysOfAListAreDecodedWhereTheyAreEncoded() throws {
    func keys(_ type: String) throws -> [String] {
      try S3Listing(
        Array(
          "<ListBucketResult>\(type)<Contents><Key>a+%2B b</Key></Contents>"
            .utf8) + Array("</ListBucketResult>".utf8), host: "h"
      ).keys
    }
    #expect(try keys("<EncodingType>url</EncodingType>") == ["a + b"])
    #expect(try keys("") == ["a+%2B b"])
  }
}
